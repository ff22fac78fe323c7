import { type ChangeEvent, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Field, FieldError } from '../../../components/field.tsx'
import { type CardField, formatEdit, formatWhole } from '../card-format.ts'
import { type CardEntry, usePayment } from '../use-payment.ts'
import styles from './card-form.module.css'

type CardFormProps = {
  /** Resolves to whether the page is over; it then has gone on to the next one. */
  onSend: (card: CardEntry) => Promise<boolean>
  /** What the button means, in plain words beside it. */
  terms: ReactNode
  label: string
}

const fields: readonly { name: CardField; autoComplete: string; enterKeyHint: 'next' | 'done' }[] = [
  { name: 'cardNumber', autoComplete: 'cc-number', enterKeyHint: 'next' },
  { name: 'expiry', autoComplete: 'cc-exp', enterKeyHint: 'next' },
  { name: 'cvc', autoComplete: 'cc-csc', enterKeyHint: 'done' },
]

/** Card data live in this form alone. After a failure number and expiry stay, the CVC is asked for again. */
export const CardForm = ({ onSend, terms, label }: CardFormProps) => {
  const t = useTranslations('checkout')
  const form = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState<CardEntry>({ cardNumber: '', expiry: '', cvc: '' })
  const askAgain = (field: CardField | null): void => {
    setCard((typed) => ({ ...typed, cvc: '' }))
    if (field !== null) form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
  }
  const { pay, isBusy, failure } = usePayment(onSend, askAgain)
  const set = (field: CardField, value: string): void => setCard((typed) => ({ ...typed, [field]: value }))

  /** Writes the formatted text at once: React then leaves the input, and with it the caret, alone. */
  const edit = (field: CardField, event: ChangeEvent<HTMLInputElement>): void => {
    const input = event.target
    const after = input.value
    const { value, caret } = formatEdit(field, {
      before: card[field],
      after,
      caret: input.selectionStart ?? after.length,
      isForwardDelete: (event.nativeEvent as InputEvent).inputType === 'deleteContentForward',
    })
    if (value !== after) input.value = value
    if (input.ownerDocument.activeElement === input) input.setSelectionRange(caret, caret)
    set(field, value)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    pay(card)
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {fields.map(({ name, ...rest }) => (
        <Field
          key={name}
          {...rest}
          name={name}
          className={styles[name]}
          label={t(name)}
          placeholder={t(`${name}Example`)}
          inputMode="numeric"
          readOnly={isBusy}
          value={card[name]}
          error={failure?.field === name ? failure.text : null}
          onChange={(event) => edit(name, event)}
          onBlur={() => set(name, formatWhole(name, card[name]))}
        />
      ))}
      <div className={styles.end}>
        {terms}
        <FieldError message={failure?.field === null ? failure.text : null} />
        <Button type="submit" isBusy={isBusy}>
          {label}
        </Button>
      </div>
    </form>
  )
}
