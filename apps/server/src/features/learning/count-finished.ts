import type { Context } from '../../context.ts'
import { countFinishedLessons } from './queries.ts'

/** How many lessons the learner has finished, of all courses together. */
export const countFinished = async ({ db }: Pick<Context, 'db'>, userId: string): Promise<number> =>
  (await countFinishedLessons(db, userId)).reduce((sum, { lessons }) => sum + lessons, 0)
