import type { CourseStatus, Level } from '@kitewise/contract/entities'
import { isKnown } from './course-progress.ts'
import type { CourseWithProgress } from './use-progress-of-courses.ts'

/** Null means "all". */
export type CourseFilter = {
  level: (typeof levelValues)[number] | null
  status: (typeof courseStatusValues)[number] | null
}

export function oneOf<T extends string>(values: readonly T[], value: string | null): T | null {
  return values.find((known) => known === value) ?? null
}

/** Reads the filter from an address; unknown values mean "all". */
export function readFilter(search: URLSearchParams): CourseFilter {
  return {
    level: oneOf(levelValues, search.get('level')),
    status: oneOf(courseStatusValues, search.get('status')),
  }
}

export function writeFilter({ level, status }: CourseFilter): Record<string, string> {
  return {
    ...(level === null ? {} : { level }),
    ...(status === null ? {} : { status }),
  }
}

/** A course whose progress is unknown matches no status. */
export function matchesFilter({ level, status }: CourseFilter, { course, progress }: CourseWithProgress): boolean {
  return (
    (level === null || course.level === level) && (status === null || (isKnown(progress) && progress.status === status))
  )
}

/** In the order they are offered. */
export const levelValues = ['beginner', 'intermediate', 'advanced'] as const satisfies readonly Level[]
export const courseStatusValues = ['not_started', 'in_progress', 'completed'] as const satisfies readonly CourseStatus[]
