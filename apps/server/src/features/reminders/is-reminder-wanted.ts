import type { Context } from '../../context.ts'
import { findSetting } from './queries.ts'
import { isStillOfUse } from './is-still-of-use.ts'

/** Whether a reminder by mail that was ordered is wanted when it leaves. */
export const isReminderWanted = async (context: Pick<Context, 'db' | 'clock'>, userId: string): Promise<boolean> => {
  const setting = await findSetting(context.db, userId)
  return setting !== null && setting.byMail && isStillOfUse(context, { userId, ...setting, channel: 'mail' })
}
