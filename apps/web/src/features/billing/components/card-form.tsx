import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { FieldError } from '../../../components/field-error.tsx'
import { usePayment, type CardEntry, type CardField } from '../use-payment.ts'
import styles from './card-form.module.css'

type CardFormProps = {
  /** Resolves to whether the page is over; it then has gone on to the next one. */
  onSend: (card: CardEntry) => Promise<boolean>
  /** What the button means, in plain words beside it. */
  terms: ReactNode
  label: string
}

/** Limits of the contract; the server says what else is wrong. */
const fields: readonly { name: CardField; autoComplete: string; maxLength: number }[] = [
  { name: 'cardNumber', autoComplete: 'cc-number', maxLength: 30 },
  { name: 'expiry', autoComplete: 'cc-exp', maxLength: 10 },
  { name: 'cvc', autoComplete: 'cc-csc', maxLength: 4 },
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
          onChange={(event) => setCard({ ...card, [name]: event.target.value })}
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
