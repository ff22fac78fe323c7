import type { Evaluation } from '@kitewise/contract/entities'
import type { Db, Queryable, Tx } from '../../../database/connect.ts'
import { readEvaluation, type StoredEvaluation } from './stored-evaluation.ts'

export type EvaluationKey = { userId: string; practiceId: string; promptHash: Buffer }

export async function findRecentEvaluation(
  db: Db,
  key: EvaluationKey,
  language: string,
  since: Date,
): Promise<Evaluation | null> {
  const [row] = await db<{ evaluation: StoredEvaluation }[]>`
    select evaluation from prompt_evaluations
    where user_id = ${key.userId} and practice_id = ${key.practiceId} and prompt_hash = ${key.promptHash}
      and language = ${language} and evaluated_at > ${since}`
  return row ? readEvaluation(row.evaluation, language) : null
}

export async function findScore(db: Db, key: EvaluationKey): Promise<string | null> {
  const [row] = await db<{ score: string }[]>`
    select evaluation ->> 'score' as score from prompt_evaluations
    where user_id = ${key.userId} and practice_id = ${key.practiceId} and prompt_hash = ${key.promptHash}`
  return row?.score ?? null
}

export async function listScores(db: Db, userId: string, practiceId: string): Promise<string[]> {
  const rows = await db<{ score: string }[]>`
    select distinct evaluation ->> 'score' as score from prompt_evaluations
    where user_id = ${userId} and practice_id = ${practiceId}`
  return rows.map(({ score }) => score)
}

/** Times are milliseconds since 1970. */
export function listEarliestScores(db: Db, userId: string) {
  return db<{ practiceId: string; score: string; atMs: number }[]>`
  select distinct on (practice_id) practice_id as "practiceId", evaluation ->> 'score' as score,
    (extract(epoch from evaluated_at) * 1000)::float8 as "atMs"
  from prompt_evaluations where user_id = ${userId}
  order by practice_id, evaluated_at, prompt_hash`
}

/** Returns whether it stored. Without `replaces`, an evaluation made after `since` stays. With it, the latest request wins. */
export async function saveEvaluation(
  db: Queryable,
  key: EvaluationKey,
  made: { evaluation: Evaluation; language: string; at: Date; since: Date; replaces: boolean },
): Promise<boolean> {
  const saved = await db`
    insert into prompt_evaluations as kept (user_id, practice_id, prompt_hash, language, evaluation, evaluated_at)
    values (${key.userId}, ${key.practiceId}, ${key.promptHash}, ${made.language}, ${db.json(made.evaluation)}, ${made.at})
    on conflict (user_id, practice_id, prompt_hash) do update set
      language = excluded.language, evaluation = excluded.evaluation, evaluated_at = excluded.evaluated_at
    where case when ${made.replaces} then kept.evaluated_at <= excluded.evaluated_at
      else kept.language <> excluded.language or kept.evaluated_at <= ${made.since} end`
  return saved.count > 0
}

/** False when the learner's pass for the task is already counted. */
export async function claimPass(tx: Tx, key: EvaluationKey): Promise<boolean> {
  const claimed = await tx`
    update prompt_evaluations set is_pass_counted = true
    where user_id = ${key.userId} and practice_id = ${key.practiceId} and prompt_hash = ${key.promptHash}
      and not exists (select 1 from prompt_evaluations
        where user_id = ${key.userId} and practice_id = ${key.practiceId} and is_pass_counted)`
  return claimed.count > 0
}

export type CountedPass = {
  practiceId: string
  language: string
  isMarked: boolean
  phrases: { point: string; phrase: string }[]
}

/** Stores no identity. */
export async function countPass(tx: Tx, { practiceId, language, phrases, isMarked }: CountedPass): Promise<void> {
  await tx`
    insert into practice_passes as kept (practice_id, language, passes, marked)
    values (${practiceId}, ${language}, 1, ${Number(isMarked)})
    on conflict (practice_id, language) do update set
      passes = kept.passes + 1, marked = kept.marked + excluded.marked`
  await tx`
    insert into marked_phrases as kept (practice_id, point, language, phrase, learners)
    select distinct ${practiceId}, said.point, ${language}, said.phrase, 1
    from jsonb_to_recordset(${tx.json(phrases)}) as said(point text, phrase text)
    order by 2, 4
    on conflict (practice_id, point, language, phrase) do update set learners = kept.learners + 1`
}

type MarkedPhrase = { practiceId: string; point: string; language: string; phrase: string; learners: number }

/** Phrases marked by at least `least` learners; most frequent first. */
export function listMarkedPhrases(db: Queryable, least: number): Promise<MarkedPhrase[]> {
  return db<MarkedPhrase[]>`
  select practice_id as "practiceId", point, language, phrase, learners from marked_phrases
  where learners >= ${least} order by practice_id, point, language, learners desc, phrase`
}

export async function sumPasses(db: Queryable): Promise<{ passes: number; marked: number }> {
  const [row] = await db<[{ passes: number; marked: number }]>`
    select coalesce(sum(passes), 0)::int as passes, coalesce(sum(marked), 0)::int as marked from practice_passes`
  return row
}
