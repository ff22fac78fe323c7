import type { Context } from '../context.ts'
import { purgeSignIns } from '../features/accounts/purge-sign-ins.ts'
import { purgeCheckouts } from '../features/billing/billing-jobs.ts'
import { purgeOnboardings } from '../features/onboarding/register.ts'
import { purgeReminders } from '../features/reach/reminder-settings.ts'
import { purgeMails } from '../platform/messages/deliver-mail.ts'

/** Removes what nobody can use any more, each night. */
export const purgeExpired = async (context: Context): Promise<void> => {
  await purgeSignIns(context)
  await purgeMails(context)
  await purgeCheckouts(context)
  await purgeOnboardings(context)
  await purgeReminders(context)
}
