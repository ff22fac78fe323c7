import { type ChangeEvent, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Field, FieldError } from '../../../components/field.tsx'
import { ActionBar, Stack } from '../../../components/layout.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { useAction } from '../../../lib/use-action.ts'
import { type CardField, formatEdit, formatWhole } from '../card-format.ts'
import styles from './checkout.module.css'

type CardFormProps = {
  /** Resolves to whether the page is over; it has then navigated to the next one. */
  onSend: (card: CardEntry) => Promise<boolean>
  /** In plain words next to the button. */
  terms: ReactNode
  label: string
}

const fields: readonly { name: CardField; autoComplete: string; enterKeyHint: 'next' | 'done' }[] = [
  { name: 'cardNumber', autoComplete: 'cc-number', enterKeyHint: 'next' },
  { name: 'expiry', autoComplete: 'cc-exp', enterKeyHint: 'next' },
  { name: 'cvc', autoComplete: 'cc-csc', enterKeyHint: 'done' },
]

/** Card data live only in this form. After a failure, number and expiry stay and the CVC is cleared. */
export function CardForm({ onSend, terms, label }: CardFormProps) {
  const t = useTranslations('checkout')
  const form = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState<CardEntry>({ cardNumber: '', expiry: '', cvc: '' })
  const askAgain = (field: CardField | null): void => {
    setCard((typed) => ({ ...typed, cvc: '' }))
    if (field !== null) form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
  }
  const { pay, isBusy, failure } = usePayment(onSend, askAgain)
  const set = (field: CardField, value: string): void => setCard((typed) => ({ ...typed, [field]: value }))

  /** Writes the formatted text directly: React then leaves the input, and its caret, alone. */
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
    <form ref={form} className={styles.cardForm} onSubmit={submit} noValidate>
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
        <ActionBar>
          <Button type="submit" isBusy={isBusy}>
            {label}
          </Button>
        </ActionBar>
      </div>
    </form>
  )
}

export type CardEntry = Record<CardField, string>

type PaymentFailure = { text: string; field: CardField | null }

/** The field that a refusal of the card is about. */
const fieldOf: Record<string, CardField> = {
  number: 'cardNumber',
  not_a_test_card: 'cardNumber',
  declined: 'cardNumber',
  expiry: 'expiry',
  cvc: 'cvc',
}

const reasonOf = (problem: unknown): string | null => {
  if (!(problem instanceof ApiError) || problem.code !== 'payment_declined') return null
  const { reason } = (problem.details ?? {}) as { reason?: string }
  return reason ?? 'declined'
}

const usePayment = (send: (card: CardEntry) => Promise<boolean>, onFailed: (field: CardField | null) => void) => {
  const t = useTranslations('checkout')
  const errorText = useErrorText()
  const [failure, setFailure] = useState<PaymentFailure | null>(null)

  const fail = (problem: unknown): void => {
    const reason = reasonOf(problem)
    const field = reason === null ? null : (fieldOf[reason] ?? null)
    setFailure({ text: reason === null ? errorText(problem) : t('refused', { reason }), field })
    onFailed(field)
  }
  const { run: pay, isBusy } = useAction(async (card: CardEntry) => {
    setFailure(null)
    try {
      if (!(await send(card))) fail(undefined)
    } catch (problem) {
      fail(problem)
    }
  })
  return { pay, isBusy, failure }
}

/** What is bought, and how it is paid: below each other on a phone, beside each other on a laptop. */
export function CheckoutColumns({ order, children }: { order: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.checkout}>
      <Stack gap={16}>{order}</Stack>
      <Stack gap={16}>{children}</Stack>
    </div>
  )
}
