import { refundLimitOf } from '@kitewise/contract/desk'
import { changePlan } from '../../features/billing/change-plan.ts'
import { findOwnSubscription } from '../../features/billing/change-subscription.ts'
import { listDisputesOf } from '../../features/billing/disputes.sql.ts'
import { decideDisputeAccess } from '../../features/billing/handle-dispute.ts'
import { listPaymentsOf } from '../../features/billing/payments.sql.ts'
import { refundPayment } from '../../features/billing/refund-payment.ts'
import { listRefundsOf, findRefundedToday } from '../../features/billing/refunds.sql.ts'
import { ok, refuse } from '../../platform/result.ts'
import { acted, type DeskHandlers } from '../access/handler.ts'
import { findPerson } from './person.sql.ts'

type PersonMoneyEndpoint =
  | 'listPersonsPayments'
  | 'refundPayment'
  | 'listPlansToChange'
  | 'changePersonsPlan'
  | 'decideDisputeAccess'

export const personMoneyRoutes: DeskHandlers<PersonMoneyEndpoint> = {
  listPersonsPayments: async ({ db }, { params: { userId }, staff }) => {
    if (!(await findPerson(db, userId))) return refuse('not_found')
    const [payments, refunds] = [await listPaymentsOf(db, userId), await listRefundsOf(db, userId)]
    const isUnderWay = new Set(['begun', 'refunded'])
    const underWay = (paymentId: string): number =>
      refunds.reduce((sum, one) => sum + (one.paymentId === paymentId && isUnderWay.has(one.state) ? one.amount : 0), 0)
    const limit = refundLimitOf(staff.role)
    const mayRefundIn = async (currency: string): Promise<number | null> => {
      if (limit === null) return null
      return Math.max(0, Math.min(limit.action, limit.day - (await findRefundedToday(db, staff.staffId, currency))))
    }
    const currencies = [...new Set(payments.map(({ currency }) => currency))]
    const mayRefund = new Map(await Promise.all(currencies.map(async (one) => [one, await mayRefundIn(one)] as const)))
    return ok({
      data: {
        payments: payments.map(({ createdAt, ...payment }) => ({
          ...payment,
          left: payment.status === 'paid' ? Math.max(0, payment.amount - payment.refunded - underWay(payment.id)) : 0,
          mayRefund: mayRefund.get(payment.currency) ?? null,
          createdAt: createdAt.getTime(),
        })),
        refunds: refunds.map(({ createdAt, ...refund }) => ({ ...refund, createdAt: createdAt.getTime() })),
        disputes: (await listDisputesOf(db, userId)).map(({ userId: _owner, subscriptionId: _plan, ...rest }) => rest),
      },
    })
  },

  refundPayment: async (context, { params, body, staff }) => {
    const { attempt, amount, access } = body
    const limit = refundLimitOf(staff.role)
    const paid = (await listPaymentsOf(context.db, params.userId)).find(({ id }) => id === params.paymentId)
    const facts = { money: paid ? { amount, currency: paid.currency } : null }
    const outcome = await refundPayment(context, { ...params, attempt, amount, access, staffId: staff.staffId, limit })
    if (!outcome.ok) return { ...outcome, facts }
    return acted({ data: { state: outcome.value } }, facts, outcome.value === 'begun' ? 'waiting' : 'succeeded')
  },

  listPlansToChange: async ({ config, payments }) => {
    const sold = new Set(config.plans.map(({ productId }) => productId))
    const prices = (await payments.listPrices()).filter(({ productId }) => sold.has(productId))
    return ok({
      data: prices.map(({ productId, amount, currency, interval, intervalCount }) => ({
        plan: productId,
        amount,
        currency,
        interval,
        intervalCount,
      })),
    })
  },

  changePersonsPlan: async (context, { params, body, staff }) => {
    const { attempt, productId } = body
    const own = await findOwnSubscription(context, params)
    const facts = {
      was: own?.nextPlan?.productId ?? own?.productId ?? null,
      endsAt: own ? own.currentPeriodEnd * 1000 : null,
    }
    const outcome = await changePlan(context, { ...params, id: attempt, productId, staffId: staff.staffId })
    if (!outcome.ok) return { ...outcome, facts }
    return acted({ data: { state: outcome.value } }, facts, outcome.value === 'begun' ? 'waiting' : 'succeeded')
  },

  decideDisputeAccess: async (context, { params, body }) => {
    const dispute = (await listDisputesOf(context.db, params.userId)).find(({ id }) => id === params.disputeId)
    const outcome = await decideDisputeAccess(context, { ...params, access: body.access })
    if (!outcome.ok) return outcome
    const money = dispute ? { amount: dispute.amount, currency: dispute.currency } : null
    return acted({ data: { done: true as const } }, { was: dispute?.access ?? null, money })
  },
}
