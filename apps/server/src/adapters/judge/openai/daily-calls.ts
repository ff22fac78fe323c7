import type { Db } from '../../../database/connect.ts'
import type { ModelPrice } from '../../../judge-settings.ts'
import type { JudgeLog } from '../port.ts'

export type Tokens = { inputTokens: number; outputTokens: number }

/** `costUsd` is null when the model has no known price. */
export type Usage = Tokens & { costUsd: number | null }

/** One call out of the budget of a day. Neither way to end it rejects. */
export type TakenCall = {
  /** Gives the call back: the provider refused it. */
  refund: () => Promise<void>
  /** Adds what the call used to the figures of the day. */
  record: (tokens: Tokens) => Promise<Usage>
}

/** `take` gives null when the budget of the day is used up. It never rejects. */
export type DailyCalls = { take: () => Promise<TakenCall | null> }

/**
 * The budget of a day of UTC, counted in the database, so that it holds for all instances together and a restart does not
 * renew it. What cannot be counted is not called: money is not spent unseen.
 */
export const createDailyCalls =
  (db: Db, clock: () => Date, log: JudgeLog) =>
  (perDay: number, price: ModelPrice | null): DailyCalls => ({
    take: async () => {
      try {
        const day = await takePlace(db, clock(), perDay)
        return day === null ? null : createTakenCall({ db, log, day, price })
      } catch (error) {
        log.warn({ err: error }, 'the calls of the day could not be counted; the embedded evaluator answers')
        return null
      }
    },
  })

/** @returns the day, or null when its budget is used up */
async function takePlace(db: Db, now: Date, perDay: number): Promise<string | null> {
  const [taken] = await db<{ day: string }[]>`
    insert into model_calls as kept (day, calls)
    select (${now}::timestamptz at time zone 'UTC')::date, 1 where ${perDay}::integer > 0
    on conflict (day) do update set calls = kept.calls + 1 where kept.calls < ${perDay}
    returning day::text`
  return taken?.day ?? null
}

type CallParts = { db: Db; log: JudgeLog; day: string; price: ModelPrice | null }

function createTakenCall({ db, log, day, price }: CallParts): TakenCall {
  const write = async (statement: PromiseLike<unknown>): Promise<void> => {
    try {
      await statement
    } catch (error) {
      log.warn({ err: error }, 'what a call to the AI judge used could not be recorded')
    }
  }
  return {
    refund: () => write(db`update model_calls set calls = greatest(calls - 1, 0) where day = ${day}`),
    record: async ({ inputTokens, outputTokens }) => {
      const costUsd = price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000
      await write(db`
        update model_calls set input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens},
          cost_usd = case when ${costUsd}::numeric is null then cost_usd else coalesce(cost_usd, 0) + ${costUsd}::numeric end
        where day = ${day}`)
      return { inputTokens, outputTokens, costUsd }
    },
  }
}
