import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { checkMoneyBack } from './check-money-back.ts'
import { deleteAccount } from './delete-account.ts'
import { exportData } from './export-data.ts'
import { withdraw } from './withdraw.ts'

export const privacyRoutes: Handlers<'moneyBack' | 'withdraw' | 'deleteAccount' | 'exportData'> = {
  moneyBack: async (context, { session }) => ok({ data: await checkMoneyBack(context, session.userId) }),
  withdraw: async (context, { session, body }) => {
    const received = await withdraw(context, { userId: session.userId, ...body })
    return received.ok ? ok({ data: received.value }) : received
  },

  deleteAccount: async (context, { session }) => {
    const outcome = await deleteAccount(context, session.userId)
    if (!outcome.ok) return outcome
    return ok({ data: { deleted: true, restorableUntil: outcome.value.restorableUntil.toISOString() } })
  },
  exportData: async (context, { session, client }) => {
    client.offerDownload('kitewise-data.json')
    return ok({ data: await exportData(context, session.userId) })
  },
}
