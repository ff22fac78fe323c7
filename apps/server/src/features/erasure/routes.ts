import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { deleteAccount } from './delete-account.ts'
import { exportData } from './export-data.ts'

export const erasureRoutes: Handlers<'deleteAccount' | 'exportData'> = {
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
