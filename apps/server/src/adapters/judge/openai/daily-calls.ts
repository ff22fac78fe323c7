import type { Db } from '../../../database/connect.ts'
import { note } from '../../../telemetry/signals.ts'
import type { JudgeLog } from '../port.ts'
import type { ModelPrice } from '../settings.ts'

export type Tokens = { inputTokens: number; outputTokens: number }

/** `costUsd` is null when the model has no known price. */
export type Usage = Tokens & { costUsd: number | null }

/** One call of the daily budget. Neither method rejects. */
export type TakenCall = {
  /** Refunds the call: the provider refused it. */
  refund: () => Promise<void>
  /** Adds the call's usage to the daily figures. */
  record: (tokens: Tokens) => Promise<Usage>
}

/** `take` returns null when the daily budget is used up. Never rejects. */
export type DailyCalls = { take: () => Promise<TakenCall | null> }

/** When a budget is used up, `take` returns which one: this learner's or the total. Never rejects. */
export type DailyAnswers = { take: (userId: string) => Promise<TakenCall | 'learner' | 'all'> }

/** What happened without a verdict or answer of the model: its call failed, it was not asked, or its calls were used up. */
export type ModelOutcome = 'failed' | 'fallback' | 'capped'

/** Counts for the day. Never rejects. */
export type NoteOutcome = (outcome: ModelOutcome) => Promise<void>

export type DailyBudget = { calls: number; answers: number; answersPerLearner: number; price: ModelPrice | null }

/** Counts by UTC day, for all instances. Without the database no call is made, since its cost would not be counted. */
export function createDailyBudget(db: Db, clock: () => Date, log: JudgeLog) {
  return (budget: DailyBudget): { calls: DailyCalls; answers: DailyAnswers; note: NoteOutcome } => {
    const parts = { db, log, price: budget.price }
    return {
      note: (outcome) =>
        countOutcome(db, clock(), outcome).catch((error: unknown) =>
          log.warn({ err: error }, 'could not count an outcome of the AI model'),
        ),
      calls: {
        take: async () => {
          try {
            const day = await takeCall(db, clock(), budget.calls)
            const giveBack = () => db`update model_calls set calls = greatest(calls - 1, 0) where day = ${day}`
            if (day !== null) return createTakenCall({ ...parts, day, giveBack })
            note('modelCap', { cap: 'daily calls' })
            return null
          } catch (error) {
            log.warn({ err: error }, "could not count today's calls; the checklist evaluates")
            return null
          }
        },
      },
      answers: {
        take: async (userId) => {
          try {
            return await takeAnswer(parts, { userId, now: clock() }, budget)
          } catch (error) {
            log.warn({ err: error }, "could not count today's answers; refused the request")
            return 'all'
          }
        },
      },
    }
  }
}

/** @returns the day, or null when its budget is used up */
async function takeCall(db: Db, now: Date, most: number): Promise<string | null> {
  const [taken] = await db<{ day: string }[]>`
    insert into model_calls as kept (day, calls)
    select (${now}::timestamptz at time zone 'UTC')::date, 1 where ${most}::integer > 0
    on conflict (day) do update set calls = kept.calls + 1 where kept.calls < ${most}
    returning day::text`
  return taken?.day ?? null
}

async function countOutcome(db: Db, now: Date, outcome: ModelOutcome): Promise<void> {
  const [failed, fallbacks, capped] = (['failed', 'fallback', 'capped'] as const).map((one) => Number(one === outcome))
  await db`
    insert into model_calls as kept (day, calls, failed, fallbacks, capped)
    values ((${now}::timestamptz at time zone 'UTC')::date, 0, ${failed ?? 0}, ${fallbacks ?? 0}, ${capped ?? 0})
    on conflict (day) do update set failed = kept.failed + excluded.failed,
      fallbacks = kept.fallbacks + excluded.fallbacks, capped = kept.capped + excluded.capped`
}

type AnswerParts = { db: Db; log: JudgeLog; price: ModelPrice | null }

async function takeAnswer(
  parts: AnswerParts,
  { userId, now }: { userId: string; now: Date },
  { answers, answersPerLearner }: DailyBudget,
): Promise<TakenCall | 'learner' | 'all'> {
  const { db } = parts
  const [own] = await db<{ day: string }[]>`
    insert into model_answers as kept (user_id, day, answers)
    select ${userId}::uuid, (${now}::timestamptz at time zone 'UTC')::date, 1 where ${answersPerLearner}::integer > 0
    on conflict (user_id) do update set
      day = excluded.day, answers = case when kept.day = excluded.day then kept.answers + 1 else 1 end
    where kept.day <> excluded.day or kept.answers < ${answersPerLearner}
    returning day::text`
  if (!own) {
    note('modelCap', { cap: 'learner' })
    return 'learner'
  }
  const { day } = own
  const giveOwnBack = () => db`
    update model_answers set answers = greatest(answers - 1, 0) where user_id = ${userId} and day = ${day}`
  const all = await db`
    insert into model_calls as kept (day, calls, answers) select ${day}::date, 0, 1 where ${answers}::integer > 0
    on conflict (day) do update set answers = kept.answers + 1 where kept.answers < ${answers}`
  if (all.count === 0) {
    await giveOwnBack()
    note('modelCap', { cap: 'daily answers' })
    return 'all'
  }
  const giveBack = async () => {
    await giveOwnBack()
    await db`update model_calls set answers = greatest(answers - 1, 0) where day = ${day}`
  }
  return createTakenCall({ ...parts, day, giveBack })
}

type TakenParts = AnswerParts & { day: string; giveBack: () => PromiseLike<unknown> }

function createTakenCall({ db, log, day, price, giveBack }: TakenParts): TakenCall {
  const write = async (send: () => PromiseLike<unknown>): Promise<void> => {
    try {
      await send()
    } catch (error) {
      log.warn({ err: error }, 'could not record the usage of an AI model call')
    }
  }
  return {
    refund: () => write(giveBack),
    record: async ({ inputTokens, outputTokens }) => {
      const costUsd = price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000
      await write(
        () => db`
        update model_calls set input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens},
          cost_usd = case when ${costUsd}::numeric is null then cost_usd else coalesce(cost_usd, 0) + ${costUsd}::numeric end
        where day = ${day}`,
      )
      return { inputTokens, outputTokens, costUsd }
    },
  }
}
