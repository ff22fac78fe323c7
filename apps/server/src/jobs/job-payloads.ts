/** A mail to an address that somebody typed. `requestedFrom`: their network, as `hashNetwork` gives it. */
type MailWish = { email: string; requestedFrom: string }

/** Every job by name, with what it is told. A new job is named here and gets its work in `all-jobs.ts`. */
export type JobPayloads = {
  'deliver-mail': { mailId: string }
  'mail-pin-link': MailWish
  'mail-sign-in-hint': MailWish
  'mail-device-link': MailWish
  'mail-email-change': { changeId: string; requestedFrom: string }
  'mail-payer': { sessionId: string; requestedFrom: string; roundsLeft: number }
  'change-customer-email': { userId: string }
  'purge-expired': object
  'advance-embedded-payments': object
  'reconcile-payments': object
  'remind-of-trial-ends': object
  'mail-learning-tips': object
  'remind-learners': object
  'push-reminder': { subscriptionId: string; isLast: boolean }
  'close-billing': object
  'end-withdrawn-contracts': object
  'purge-accounts': object
  'erase-at-provider': object
}

export type JobName = keyof JobPayloads
