import type { Context } from '../../context.ts'
import { listAnsweredDays } from './queries.ts'

/** The days (YYYY-MM-DD, in UTC, each once) on which a learner did something of the daily practice. */
export const listReviewDays = ({ db }: Context, userId: string): Promise<string[]> => listAnsweredDays(db, userId)
