import type { Context } from '../context.ts'
import { mailDeviceLink } from '../features/accounts/mail-device-link.ts'
import { mailEmailChange } from '../features/accounts/mail-email-change.ts'
import { mailPinLink } from '../features/accounts/mail-pin-link.ts'
import { mailSignInHint } from '../features/accounts/mail-sign-in-hint.ts'
import {
  changeCustomerEmail,
  closeBilling,
  reconcilePayments,
  remindOfTrialEnds,
} from '../features/billing/billing-jobs.ts'
import { mailPayer } from '../features/billing/claim-checkout.ts'
import { advanceEmbeddedPayments } from '../features/billing/embedded-payments.ts'
import { eraseAtProvider, purgeAccounts } from '../features/privacy/erase-account.ts'
import { endWithdrawnContracts } from '../features/privacy/withdraw.ts'
import { mailLearningTips } from '../features/reach/marketing-mail.ts'
import { pushReminder } from '../features/reach/push-reminder.ts'
import { remindLearners } from '../features/reach/remind-learners.ts'
import type { JobName, JobPayloads } from '../platform/add-job.ts'
import { deliverMail } from '../platform/messages/deliver-mail.ts'
import { purgeExpired } from './purge-expired.ts'

type Jobs = { [N in JobName]: (context: Context, payload: JobPayloads[N]) => Promise<void> }

/** Every job's work: a command of a feature. One without work does not compile. */
export const allJobs: Jobs = {
  'deliver-mail': deliverMail,
  'mail-device-link': mailDeviceLink,
  'mail-pin-link': mailPinLink,
  'mail-sign-in-hint': mailSignInHint,
  'mail-email-change': mailEmailChange,
  'mail-payer': mailPayer,
  'change-customer-email': changeCustomerEmail,
  'purge-expired': purgeExpired,
  'advance-embedded-payments': advanceEmbeddedPayments,
  'reconcile-payments': reconcilePayments,
  'remind-of-trial-ends': remindOfTrialEnds,
  'mail-learning-tips': mailLearningTips,
  'remind-learners': remindLearners,
  'push-reminder': pushReminder,
  'close-billing': closeBilling,
  'end-withdrawn-contracts': endWithdrawnContracts,
  'purge-accounts': purgeAccounts,
  'erase-at-provider': eraseAtProvider,
}
