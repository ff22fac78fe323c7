import type { FoundLesson } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { findAccess } from '../billing/find-access.ts'

/**
 * The first lesson of a course is a free preview for anyone; the others need a session (`unauthorized`) and a
 * subscription that gives access now (`subscription_required`). Source: decisions §4 "Lessons".
 */
export const mayReadLesson = async (
  context: Context,
  session: { userId: string } | null,
  found: FoundLesson,
): Promise<Result<null>> => {
  if (found.position === 0) return ok(null)
  if (!session) return refuse('unauthorized')
  const access = await findAccess(context, session.userId)
  return access.granted ? ok(null) : refuse('subscription_required')
}
