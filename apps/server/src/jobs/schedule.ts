import type { JobName } from '../platform/add-job.ts'

type ScheduledJob = {
  job: JobName
  /** Minute, hour, day, month, day of the week; UTC. */
  at: string
  /** Made up for at the start when no instance ran at its time, if that is no longer ago. */
  madeUpForWithinHours: number
}

/** What runs by the clock, once for all instances together. */
export const schedule: readonly ScheduledJob[] = [
  { job: 'purge-expired', at: '20 3 * * *', madeUpForWithinHours: 23 },
  { job: 'advance-embedded-payments', at: '* * * * *', madeUpForWithinHours: 0 },
  { job: 'remind-of-trial-ends', at: '10 * * * *', madeUpForWithinHours: 23 },
  { job: 'mail-learning-tips', at: '25 * * * *', madeUpForWithinHours: 23 },
  { job: 'remind-learners', at: '*/5 * * * *', madeUpForWithinHours: 0 },
  { job: 'reconcile-payments', at: '40 3 * * *', madeUpForWithinHours: 23 },
  { job: 'close-billing', at: '*/10 * * * *', madeUpForWithinHours: 23 },
  { job: 'end-withdrawn-contracts', at: '*/10 * * * *', madeUpForWithinHours: 23 },
  { job: 'purge-accounts', at: '50 * * * *', madeUpForWithinHours: 23 },
  { job: 'erase-at-provider', at: '5 * * * *', madeUpForWithinHours: 23 },
]
