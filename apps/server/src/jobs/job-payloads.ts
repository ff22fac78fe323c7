/** Every job by name, with what it is told. A new job is named here and gets its work in `all-jobs.ts`. */
export type JobPayloads = {
  'deliver-mail': { mailId: string }
  'mail-pin-link': { email: string }
  'mail-sign-in-hint': { email: string }
  'purge-expired': object
  'advance-embedded-payments': object
  'reconcile-payments': object
  'remind-of-trial-ends': object
  'mail-learning-tips': object
}

export type JobName = keyof JobPayloads
