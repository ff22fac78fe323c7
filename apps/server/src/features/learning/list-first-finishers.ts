import type { Context } from '../../context.ts'
import { listUsersByFirstFinish } from './queries.ts'

/** Learners whose first lesson was finished in a span of time, `from` included and `to` not. */
export const listFirstFinishers = async ({ db }: Context, span: { from: Date; to: Date }): Promise<string[]> =>
  (await listUsersByFirstFinish(db, span)).map(({ userId }) => userId)
