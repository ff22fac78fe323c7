import type { CourseStatus, Level } from '@kitewise/contract/entities'

/** Which sentence of the `courses` texts names a level or a status. */
export const levelKeys = {
  beginner: 'levelBeginner',
  intermediate: 'levelIntermediate',
  advanced: 'levelAdvanced',
} as const satisfies Record<Level, string>

export const statusKeys = {
  not_started: 'statusNotStarted',
  in_progress: 'statusInProgress',
  completed: 'statusCompleted',
} as const satisfies Record<CourseStatus, string>
