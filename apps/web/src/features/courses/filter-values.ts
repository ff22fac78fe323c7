import type { CourseStatus, Level } from '@kitewise/contract/entities'

/** In the order they are offered. */
export const levelValues = ['beginner', 'intermediate', 'advanced'] as const satisfies readonly Level[]
export const courseStatusValues = ['not_started', 'in_progress', 'completed'] as const satisfies readonly CourseStatus[]
