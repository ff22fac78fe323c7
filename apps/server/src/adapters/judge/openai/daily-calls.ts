import type { Db } from '../../../database/connect.ts'
import type { JudgeLog } from '../openai-judge.ts'

/** Takes one call out of the budget of the day; false when it is used up. Never rejects. */
export type TakeDailyCall = () => Promise<boolean>

/**
 * The budget of a day of UTC, counted in the database, so that it holds for all instances together and a restart does not
 * renew it. What cannot be counted is not called: money is not spent unseen.
 */
export const createDailyCalls =
  (db: Db, clock: () => Date, log: JudgeLog) =>
  (perDay: number): TakeDailyCall =>
  async () => {
    try {
      const taken = await db`
        insert into model_calls as kept (day, calls)
        select (${clock()}::timestamptz at time zone 'UTC')::date, 1 where ${perDay}::integer > 0
        on conflict (day) do update set calls = kept.calls + 1 where kept.calls < ${perDay}`
      return taken.count > 0
    } catch (error) {
      log.warn({ err: error }, 'the calls of the day could not be counted; the embedded evaluator answers')
      return false
    }
  }
