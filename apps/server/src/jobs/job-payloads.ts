/** Every job by name, with what it is told. A new job is named here and gets its work in `all-jobs.ts`. */
export type JobPayloads = {
  'deliver-mail': { mailId: string }
  'mail-pin-link': { email: string; language: string }
  'purge-expired': Record<string, never>
}

export type JobName = keyof JobPayloads
