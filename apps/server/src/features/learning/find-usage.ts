import type { Usage } from '@kitewise/rules/refund'
import type { Context } from '../../context.ts'
import { countFinishedLessons, listDaysOfUse } from './queries.ts'

/** How much a learner has used the product: days with a completed part or a done practice, finished lessons, and the furthest course. */
export const findUsage = async ({ db, catalog }: Context, userId: string): Promise<Usage> => {
  const [days, finished] = await Promise.all([listDaysOfUse(db, userId), countFinishedLessons(db, userId)])
  const shares = finished.map(({ courseId, lessons }) => {
    const total = catalog.findCourse(courseId)?.lessons.length ?? 0
    return total === 0 ? 0 : Math.min(100, Math.floor((100 * lessons) / total))
  })
  return {
    days: days.map(({ day }) => day),
    guides: finished.reduce((sum, { lessons }) => sum + lessons, 0),
    modulesPercent: Math.max(0, ...shares),
  }
}
