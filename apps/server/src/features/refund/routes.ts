import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { checkMoneyBack } from './check-money-back.ts'
import { withdraw } from './withdraw.ts'

export const refundRoutes: Handlers<'moneyBack' | 'withdraw'> = {
  moneyBack: async (context, { session }) => ok({ data: await checkMoneyBack(context, session.userId) }),
  withdraw: async (context, { session, body }) => {
    const received = await withdraw(context, { userId: session.userId, ...body })
    return received.ok ? ok({ data: received.value }) : received
  },
}
