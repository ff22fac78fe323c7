import { recordErasures } from '../backups/erasure-ledger.ts'
import { writeBackup } from '../backups/write-backup.ts'
import type { Context } from '../context.ts'
import {
  mailDeviceLink,
  mailEmailChange,
  mailPinLink,
  mailSignInHint,
  makeLink,
} from '../features/accounts/account-mails.ts'
import { purgeDesk } from '../desk/access/purge-access.ts'
import { reportLearning } from '../desk/learning/report-learning.ts'
import { inboxJobs } from '../desk/inbox/routes.ts'
import { warnStaffOfDisputes } from '../desk/money/routes.ts'
import { purgeSignIns } from '../features/accounts/end-access.ts'
import {
  changeCustomerEmail,
  closeBilling,
  purgeCheckouts,
  reconcileBatch,
  reconcilePayments,
  remindOfTrialEnds,
} from '../features/billing/billing-jobs.ts'
import { finishPlanChange } from '../features/billing/change-plan.ts'
import { mailPayer } from '../features/billing/claim-checkout.ts'
import { advanceEmbeddedPayments } from '../features/billing/embedded-payments.ts'
import { mailOwnPlanEnds, stopOwnRenewal } from '../features/billing/seat-access.ts'
import { finishRefund } from '../features/billing/refund-payment.ts'
import { mailOverdueDigest, remindOfAssignments } from '../features/organizations/assignment-mails.ts'
import { checkContracts, endContracts } from '../features/organizations/check-contracts.ts'
import { readContract } from '../features/organizations/read-contract.ts'
import { purgeOrganizations } from '../features/organizations/close-organization.ts'
import { makeInvitationToken } from '../features/organizations/invitations.sql.ts'
import { purgeJoining, registerNewcomer } from '../features/organizations/join.ts'
import { purgeOnboardings } from '../features/onboarding/register.ts'
import { recheckDomains } from '../features/organization-sign-in/domains.ts'
import { mailOrganizationLink, makeOrganizationLink } from '../features/organization-sign-in/link-account.ts'
import { purgeApiKeys } from '../features/api-keys/public-routes.ts'
import { purgeOrganizationSignIns } from '../features/organization-sign-in/routes.ts'
import { dispatchEvents, purgeEvents } from '../features/outgoing-events/send-events.ts'
import { settleEndedAccount } from '../features/privacy/block-account.ts'
import { eraseAtProvider, purgeAccounts } from '../features/privacy/delete-account.ts'
import { purgeSupportViews } from '../features/privacy/support-view.ts'
import { endWithdrawnContracts } from '../features/privacy/withdraw.ts'
import { mailLearningTips } from '../features/reach/marketing-mail.ts'
import { pushReminder } from '../features/reach/push-reminder.ts'
import { remindLearners } from '../features/reach/remind-learners.ts'
import { purgeReminders } from '../features/reach/reminder-settings.ts'
import { findUnsubscribeUrls } from '../features/reach/unsubscribe.ts'
import { closeWithdrawal } from '../features/support/refund-withdrawal.ts'
import { purgeInbox } from '../features/support/support-requests.ts'
import type { JobName, JobPayloads } from '../platform/add-job.ts'
import { deliverMail, purgeMails } from '../platform/messages/deliver-mail.ts'
import { release } from '../release.ts'

type Jobs = { [N in JobName]: (context: Context, payload: JobPayloads[N]) => Promise<void> }

/** Every job's command; a job without one does not compile. */
export const allJobs: Jobs = {
  'deliver-mail': (context, { mailId }) => deliverMail(context, mailId, { makeLink: makeAnyLink, findUnsubscribeUrls }),
  'mail-device-link': mailDeviceLink,
  'mail-pin-link': mailPinLink,
  'mail-sign-in-hint': mailSignInHint,
  'mail-email-change': mailEmailChange,
  'mail-organization-link': mailOrganizationLink,
  'check-domains': recheckDomains,
  'dispatch-events': dispatchEvents,
  'mail-payer': mailPayer,
  'change-customer-email': changeCustomerEmail,
  'purge-expired': purgeExpired,
  'back-up-database': backUpDatabase,
  'advance-embedded-payments': advanceEmbeddedPayments,
  'reconcile-payments': reconcilePayments,
  'reconcile-batch': reconcileBatch,
  'remind-of-trial-ends': remindOfTrialEnds,
  'mail-learning-tips': mailLearningTips,
  'remind-learners': remindLearners,
  'push-reminder': pushReminder,
  'close-billing': closeBilling,
  'read-contract': async (context, { providerId }) => void (await readContract(context, providerId)),
  'check-contracts': (context) => checkContracts(context),
  'end-contracts': (context, { organizationId }) => endContracts(context, organizationId),
  'remind-of-assignments': (context) => remindOfAssignments(context),
  'mail-overdue-digest': (context) => mailOverdueDigest(context),
  'stop-own-renewal': stopOwnRenewal,
  'mail-own-plan-ends': mailOwnPlanEnds,
  'register-to-join': registerNewcomer,
  'finish-refund': finishRefund,
  'close-withdrawal': closeWithdrawal,
  'finish-plan-change': finishPlanChange,
  'end-withdrawn-contracts': endWithdrawnContracts,
  'purge-accounts': purgeAndRecordAccounts,
  'settle-ended-account': settleEndedAccount,
  'erase-at-provider': eraseAtProvider,
  'warn-of-deadlines': inboxJobs.warnOfDeadlines,
  'warn-of-disputes': warnStaffOfDisputes,
  'mail-inbox-digest': inboxJobs.mailInboxDigest,
  'report-learning': (context) => reportLearning(context),
}

/** An invitation's link belongs to an organization, a confirmation's to a browser, every other one to an account. */
const makeAnyLink: typeof makeLink = async (db, template, mail) => {
  if (template === 'organization_link') return makeOrganizationLink(db, mail)
  if (template !== 'organization_invitation') return makeLink(db, template, mail)
  const token = await makeInvitationToken(db, mail.values.invitationId ?? '')
  return token === null ? null : { token, minutes: 0 }
}

const purges = [
  purgeSignIns,
  purgeMails,
  purgeCheckouts,
  purgeOnboardings,
  purgeJoining,
  purgeReminders,
  purgeDesk,
  purgeInbox,
  purgeSupportViews,
  purgeOrganizations,
  purgeOrganizationSignIns,
  purgeEvents,
  purgeApiKeys,
]

/** One failure doesn't keep the other rows from being deleted in time. */
export async function purgeExpired(context: Context): Promise<void> {
  const failures: unknown[] = []
  for (const purge of purges) await purge(context).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${purges.length} purges failed`)
}

/** Does nothing without BACKUP_DIR. */
export async function backUpDatabase({ config, databaseAddress, log }: Context): Promise<void> {
  const { folder, key } = config.backups
  if (folder === null || key === null) return
  const { rows, bytes } = await writeBackup(databaseAddress, { folder, key, app: release })
  log.info({ rows, bytes }, 'database backed up')
}

/** What is erased must stay erased after a restore, so it's also recorded next to the backups. */
async function purgeAndRecordAccounts(context: Context): Promise<void> {
  await purgeAccounts(context)
  const { folder } = context.config.backups
  if (folder !== null) await recordErasures(context.databaseAddress, folder)
}

type ScheduledJob = {
  job: JobName
  /** Cron: minute, hour, day, month, day of the week; UTC. */
  at: string
  /** Runs at the next start when no instance ran at its time, if that was no longer ago. */
  madeUpForWithinHours: number
}

/** Each run happens once, however many instances there are. */
export const schedule: readonly ScheduledJob[] = [
  { job: 'back-up-database', at: '30 2 * * *', madeUpForWithinHours: 23 },
  { job: 'purge-expired', at: '20 3 * * *', madeUpForWithinHours: 23 },
  { job: 'advance-embedded-payments', at: '* * * * *', madeUpForWithinHours: 0 },
  { job: 'dispatch-events', at: '* * * * *', madeUpForWithinHours: 0 },
  { job: 'remind-of-trial-ends', at: '10 * * * *', madeUpForWithinHours: 23 },
  { job: 'mail-learning-tips', at: '25 * * * *', madeUpForWithinHours: 23 },
  { job: 'remind-learners', at: '*/5 * * * *', madeUpForWithinHours: 0 },
  { job: 'reconcile-payments', at: '40 3 * * *', madeUpForWithinHours: 23 },
  { job: 'check-contracts', at: '45 3 * * *', madeUpForWithinHours: 23 },
  { job: 'remind-of-assignments', at: '30 8 * * *', madeUpForWithinHours: 12 },
  { job: 'mail-overdue-digest', at: '0 6 * * 1', madeUpForWithinHours: 23 },
  { job: 'close-billing', at: '*/10 * * * *', madeUpForWithinHours: 23 },
  { job: 'end-withdrawn-contracts', at: '*/10 * * * *', madeUpForWithinHours: 23 },
  { job: 'purge-accounts', at: '50 * * * *', madeUpForWithinHours: 23 },
  { job: 'erase-at-provider', at: '5 * * * *', madeUpForWithinHours: 23 },
  { job: 'warn-of-deadlines', at: '15 * * * *', madeUpForWithinHours: 23 },
  { job: 'warn-of-disputes', at: '20 * * * *', madeUpForWithinHours: 23 },
  { job: 'mail-inbox-digest', at: '0 6 * * *', madeUpForWithinHours: 12 },
  { job: 'check-domains', at: '45 5 * * *', madeUpForWithinHours: 23 },
  { job: 'report-learning', at: '10 4 * * *', madeUpForWithinHours: 23 },
]
