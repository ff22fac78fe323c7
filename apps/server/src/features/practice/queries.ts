import type { Evaluation } from '@kitewise/contract/entities'
import type { Db } from '../../database/connect.ts'

export type EvaluationKey = { userId: string; practiceId: string; promptHash: Buffer }

/** The evaluation of a learner's prompt, when it was made after `since` and in this language. */
export const findRecentEvaluation = async (
  db: Db,
  key: EvaluationKey,
  language: string,
  since: Date,
): Promise<Evaluation | null> => {
  const [row] = await db<{ evaluation: Evaluation }[]>`
    select evaluation from prompt_evaluations
    where user_id = ${key.userId} and practice_id = ${key.practiceId} and prompt_hash = ${key.promptHash}
      and language = ${language} and evaluated_at > ${since}`
  return row?.evaluation ?? null
}

/** The score of a learner's prompt, by the newest evaluation of it; null when it was never evaluated. */
export const findScore = async (db: Db, key: EvaluationKey): Promise<string | null> => {
  const [row] = await db<{ score: string }[]>`
    select evaluation ->> 'score' as score from prompt_evaluations
    where user_id = ${key.userId} and practice_id = ${key.practiceId} and prompt_hash = ${key.promptHash}`
  return row?.score ?? null
}

/** The scores of all evaluated prompts of a learner for a task. */
export const listScores = async (db: Db, userId: string, practiceId: string): Promise<string[]> => {
  const rows = await db<{ score: string }[]>`
    select distinct evaluation ->> 'score' as score from prompt_evaluations
    where user_id = ${userId} and practice_id = ${practiceId}`
  return rows.map(({ score }) => score)
}

/** The score of a learner's first evaluated prompt for each task; times in milliseconds since 1970. */
export const listEarliestScores = (db: Db, userId: string) =>
  db<{ practiceId: string; score: string; atMs: number }[]>`
  select distinct on (practice_id) practice_id as "practiceId", evaluation ->> 'score' as score,
    (extract(epoch from evaluated_at) * 1000)::float8 as "atMs"
  from prompt_evaluations where user_id = ${userId}
  order by practice_id, evaluated_at, prompt_hash`

/**
 * Stores an evaluation unless somebody has stored one of the same prompt in the same language after `since`; gives the
 * stored one, so that two requests at once get the same answer.
 */
export const saveEvaluation = async (
  db: Db,
  key: EvaluationKey,
  made: { evaluation: Evaluation; language: string; at: Date; since: Date },
): Promise<Evaluation> => {
  const saved = await db`
    insert into prompt_evaluations as kept (user_id, practice_id, prompt_hash, language, evaluation, evaluated_at)
    values (${key.userId}, ${key.practiceId}, ${key.promptHash}, ${made.language}, ${db.json(made.evaluation)}, ${made.at})
    on conflict (user_id, practice_id, prompt_hash) do update set
      language = excluded.language, evaluation = excluded.evaluation, evaluated_at = excluded.evaluated_at
    where kept.language <> excluded.language or kept.evaluated_at <= ${made.since}`
  if (saved.count > 0) return made.evaluation
  return (await findRecentEvaluation(db, key, made.language, made.since)) ?? made.evaluation
}
