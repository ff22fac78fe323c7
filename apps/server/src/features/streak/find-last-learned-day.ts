import type { Context } from '../../context.ts'
import { findLastDay } from './queries.ts'

/** The last day a learner learned on, YYYY-MM-DD where they were; null before the first learning. */
export const findLastLearnedDay = ({ db }: Pick<Context, 'db'>, userId: string): Promise<string | null> =>
  findLastDay(db, userId)
