import type { CheckoutStatus, SalePlan } from '@kitewise/contract/billing-entities'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { FieldError } from '../../../components/field-error.tsx'
import { usePayment, type CardEntry, type CardField } from '../use-payment.ts'
import { PlanTerms } from './plan-terms.tsx'
import styles from './card-form.module.css'

type CardFormProps = { sessionId: string; plan: SalePlan; onSettled: (status: CheckoutStatus) => void }

/** Limits of the contract; the server says what else is wrong. */
const fields: readonly { name: CardField; autoComplete: string; maxLength: number }[] = [
  { name: 'cardNumber', autoComplete: 'cc-number', maxLength: 30 },
  { name: 'expiry', autoComplete: 'cc-exp', maxLength: 10 },
  { name: 'cvc', autoComplete: 'cc-csc', maxLength: 4 },
]

/** Card data live in this form alone. After a failure number and expiry stay, the CVC is asked for again. */
export const CardForm = ({ sessionId, plan, onSettled }: CardFormProps) => {
  const t = useTranslations('checkout')
  const form = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState<CardEntry>({ cardNumber: '', expiry: '', cvc: '' })
  const askAgain = (field: CardField | null): void => {
    setCard((typed) => ({ ...typed, cvc: '' }))
    if (field !== null) form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
  }
  const { pay, isBusy, failure } = usePayment(sessionId, onSettled, askAgain)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy) void pay(card)
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
        <PlanTerms plan={plan} />
        <FieldError message={failure?.field === null ? failure.text : null} />
        <Button type="submit" isBusy={isBusy}>
          {plan.trialDays > 0 ? t('startTrial') : t('pay', { price: plan.formattedPrice })}
        </Button>
      </div>
    </form>
  )
}
