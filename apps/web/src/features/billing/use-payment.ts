import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useAction } from '../../lib/use-action.ts'
import type { CardField } from './card-format.ts'

export type CardEntry = Record<CardField, string>

type PaymentFailure = { text: string; field: CardField | null }

/** Which field a refusal of the card is about. */
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

/**
 * Hands a card to the embedded provider and tells what is wrong with it.
 * @param send resolves to whether the page is over; it then has gone on to the next one
 * @param onFailed called after a failure, to clear what is not kept
 */
export const usePayment = (
  send: (card: CardEntry) => Promise<boolean>,
  onFailed: (field: CardField | null) => void,
) => {
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
