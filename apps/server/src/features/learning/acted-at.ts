import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { findReadingStart, startReading } from './reading-claims.sql.ts'
import type { Moments } from './progress.sql.ts'
import { actedAt } from './streak/learned-days.ts'

/** `isExact`: the app's word is taken as it is. Otherwise it named a moment from which no work can come. */
export type ActedMoments = Moments & { isExact: boolean }

/**
 * When something arrived and when the learner did it, by the age that the app sent: at most seven days ago, and not before the
 * first sign-in.
 */
export async function actedMoments(context: Context, userId: string, ageSeconds: number): Promise<ActedMoments> {
  const now = context.clock()
  if (ageSeconds === 0) return { now, actedAt: now, isExact: true }
  const startMs = await findReadingStart(context.db, userId)
  // After now, it was stored while the clock was wrong.
  const earliestMs = startMs === null || startMs > +now ? 0 : startMs
  const actedMs = Math.max(+actedAt(context, ageSeconds), earliestMs)
  return { now, actedAt: new Date(actedMs), isExact: actedMs === +now - ageSeconds * 1000 }
}

/** At a learner's first sign-in, their reading begins. */
export async function noteSignIn({ clock }: Pick<Context, 'clock'>, tx: Tx, userId: string): Promise<void> {
  await startReading(tx, userId, clock())
}
