import { createHash } from 'node:crypto'
import { priceText } from '@kitewise/rules/billing-text'
import type { ProviderPayment } from '../../adapters/payments/port.ts'
import type { ProviderContract } from '../../adapters/payments/seats/port.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { addToInbox } from '../support/support-requests.ts'
import { findContractById } from './contracts.sql.ts'
import { listReceivers } from './members.sql.ts'
import { findOrganization } from './organizations.sql.ts'

/**
 * What is paid after a contract has ended buys nothing, so it goes back: an invoice stays payable at the provider after we gave it up
 * (docs/product.md R171). Owners, billing and staff are told, once for each payment. Idempotent.
 */
export async function refundLatePayments(context: Context, id: string, current: ProviderContract): Promise<void> {
  const { db, payments } = context
  const stored = await findContractById(db, id)
  const endedAt = current.endedAt ?? (stored?.accessUntil?.getTime() ?? Infinity) / 1000
  for (const payment of await payments.listPayments(current)) {
    const { chargeId, paidAt, amount, refunded } = payment
    if (!stored || paidAt === null || paidAt <= endedAt || refunded >= amount) continue
    const wish = { subscriptionId: current.id, amount: amount - refunded, idempotencyKey: `late:${payment.id}` }
    // Without a charge, it was paid outside the provider, such as by a transfer that staff have noted there.
    const isRefunded = chargeId !== null && (await payments.refundAmount({ ...wish, chargeId })) === 'refunded'
    await reportLatePayment(context, { organizationId: stored.organizationId, endedAt, payment, isRefunded })
  }
}

type LatePayment = { organizationId: string; endedAt: number; payment: ProviderPayment; isRefunded: boolean }

const reportLatePayment = async (context: Context, late: LatePayment): Promise<void> => {
  const { organizationId, endedAt, payment, isRefunded } = late
  const organization = await findOrganization(context.db, organizationId)
  if (!organization) return
  const { name, billingEmail, language } = organization
  const amount = priceText(payment.amount - payment.refunded, payment.currency)
  const members = await listReceivers(context.db, organizationId, ['owner', 'billing'])
  const isMember = members.some(({ email }) => email === billingEmail)
  const others = isMember || billingEmail === '' ? [] : [{ email: billingEmail, language, userId: undefined }]
  await inTransaction(context.db, async (tx) => {
    for (const { email, language: wanted, userId } of isRefunded ? [...members, ...others] : [])
      await queueMail(tx, {
        to: email,
        language: wanted,
        ...(userId && { userId }),
        template: 'contract_payment_returned',
        values: { organization: name, amount, until: mailWords(context.config, wanted).date(endedAt) },
        dedupeKey: `contract-late:${payment.id}:${email}`,
      })
    const details = isRefunded
      ? `${amount} was paid after the contract of the organization had ended, and was refunded by itself. Owners and billing got an email.`
      : `${amount} was paid after the contract of the organization had ended, and the payment provider refuses to refund it. Nobody at the organization was told: agree with them on another way.`
    const words = {
      name,
      email: billingEmail,
      concern: 'A late payment for seats',
      details: `${details} Payment: ${payment.id}`,
    }
    const kind = isRefunded ? ('question' as const) : ('refund' as const)
    await addToInbox(tx, context, { id: itemIdOf(payment.id), kind, userId: null, words, language: 'en' })
  })
}

/** Derived from the payment, so that each reading of it makes the same inbox item. */
const itemIdOf = (paymentId: string): string => {
  const hex = createHash('sha256').update(`late-payment:${paymentId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
