import type { Queryable } from '../../database/connect.ts'

type ModelDay = {
  /** YYYY-MM-DD of UTC. */
  day: string
  calls: number
  answers: number
  inputTokens: number
  outputTokens: number
  costUsd: number | null
  failed: number
  fallbacks: number
  capped: number
}

/** Newest first; days without a call have no row. */
export function listModelDays(db: Queryable, since: Date): Promise<ModelDay[]> {
  return db<ModelDay[]>`
    select day::text as day, calls, answers, input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens",
      cost_usd::float8 as "costUsd", failed, fallbacks, capped
    from model_calls where day >= (${since}::timestamptz at time zone 'UTC')::date order by model_calls.day desc`
}
