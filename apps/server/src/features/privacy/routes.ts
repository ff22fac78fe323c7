import type { Handlers } from '../../platform/handler.ts'
import { asData, ok } from '../../platform/result.ts'
import { checkMoneyBack } from './check-money-back.ts'
import { deleteAccount } from './delete-account.ts'
import { exportData } from './export-data.ts'
import { withdraw } from './withdraw.ts'

export const privacyRoutes: Handlers<'moneyBack' | 'withdraw' | 'deleteAccount' | 'exportData'> = {
  moneyBack: async (context, { session }) => ok({ data: await checkMoneyBack(context, session.userId) }),
  withdraw: async (context, { session, body }) => {
    return asData(await withdraw(context, { userId: session.userId, ...body }))
  },

  deleteAccount: async (context, { session }) => {
    const outcome = await deleteAccount(context, session.userId)
    if (!outcome.ok) return outcome
    return ok({ data: { deleted: true, restorableUntil: outcome.value.restorableUntil.toISOString() } })
  },
  exportData: async (context, { session, client }) => {
    const data = await exportData(context, session.userId)
    client.offerDownload(`my-data-${data.exportedAt.slice(0, 10)}.json`)
    return ok({ data })
  },
}
