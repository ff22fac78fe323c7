import type { FoundLesson } from '@kitewise/content/catalog'
import { ok, refuse, type Result } from '../../platform/result.ts'

/**
 * The first lesson of a course is a free preview for anyone; the others need a session (`unauthorized`) and a
 * subscription that gives access now (`subscription_required`). Source: decisions §4 "Lessons".
 */
export const mayReadLesson = (session: { hasAccess: boolean } | null, found: FoundLesson): Result<null> => {
  if (found.position === 0) return ok(null)
  if (!session) return refuse('unauthorized')
  return session.hasAccess ? ok(null) : refuse('subscription_required')
}
