import type { Evaluation } from '@kitewise/contract/entities'
import type { QuizAnswers } from '@kitewise/contract/onboarding-entities'
import type { Queryable } from '../../database/connect.ts'
import { inPages, type PageEnd } from '../../database/transaction.ts'
import { readEvaluation, type StoredEvaluation } from '../learning/practice/stored-evaluation.ts'

export type StoredOnboarding = { variant: number; version: number; answers: QuizAnswers }

/** Another quiz restarts the onboarding. Returns the furthest step. */
export async function saveAnswers(
  db: Queryable,
  onboarding: StoredOnboarding & { id: string; step: number },
): Promise<number> {
  const { id, variant, version, step, answers } = onboarding
  const [row] = await db<{ step: number }[]>`
    insert into onboardings as kept (id, variant, version, step, answers)
    values (${id}, ${variant}, ${version}, ${step}, ${db.json(answers)})
    on conflict (id) do update set
      variant = excluded.variant,
      version = excluded.version,
      step = case when (kept.variant, kept.version) = (excluded.variant, excluded.version)
        then greatest(kept.step, excluded.step) else excluded.step end,
      answers = case when (kept.variant, kept.version) = (excluded.variant, excluded.version)
        then kept.answers || excluded.answers else excluded.answers end,
      updated_at = now()
    returning step`
  if (!row) throw new Error('an upsert of an onboarding returned no row')
  return row.step
}

export async function findAnswers(db: Queryable, id: string): Promise<StoredOnboarding | null> {
  const [row] = await db<StoredOnboarding[]>`select variant, version, answers from onboardings where id = ${id}`
  return row ?? null
}

/** Of the quiz that led to the learner's last purchase. An address alone proves nothing, so it doesn't count. */
export async function findAnswersOfLearner(db: Queryable, userId: string): Promise<StoredOnboarding | null> {
  const [row] = await db<StoredOnboarding[]>`
    select o.variant, o.version, o.answers
    from customers p
    join checkouts c on c.customer_id = p.id and c.status = 'paid'
    join registrations r on r.id = c.registration_id
    join onboardings o on o.id = r.onboarding_id
    where p.user_id = ${userId} order by c.created_at desc limit 1`
  return row ?? null
}

/** @param score readiness, 0 to 100 */
export async function markPlanMade(db: Queryable, id: string, score: number): Promise<void> {
  await db`
    update onboardings set plan_made_at = coalesce(plan_made_at, now()), readiness_score = ${score}, updated_at = now()
    where id = ${id}`
}

export async function countScores(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const rows = await db<{ score: number; plans: number }[]>`
    select readiness_score as score, count(*)::int as plans from onboardings where readiness_score is not null group by 1`
  return new Map(rows.map(({ score, plans }) => [score, plans]))
}

/** False when there were `most` attempts already. */
export async function countTaskTry(db: Queryable, id: string, most: number): Promise<boolean> {
  const counted = await db`
    update onboardings set task_tries = task_tries + 1, updated_at = now() where id = ${id} and task_tries < ${most}`
  return counted.count > 0
}

type EvaluationKey = { onboardingId: string; practiceId: string; promptHash: Buffer; language: string }

export async function findEvaluation(db: Queryable, key: EvaluationKey): Promise<Evaluation | null> {
  const [row] = await db<{ evaluation: StoredEvaluation }[]>`
    select evaluation from onboarding_evaluations
    where onboarding_id = ${key.onboardingId} and practice_id = ${key.practiceId} and prompt_hash = ${key.promptHash}
      and language = ${key.language}`
  return row ? readEvaluation(row.evaluation, key.language) : null
}

/** Returns the stored evaluation. Without `replaces`, an earlier one stays. */
export async function saveEvaluation(
  db: Queryable,
  key: EvaluationKey,
  evaluation: Evaluation,
  replaces: boolean,
): Promise<Evaluation> {
  const saved = await db`
    insert into onboarding_evaluations (onboarding_id, practice_id, prompt_hash, language, evaluation)
    values (${key.onboardingId}, ${key.practiceId}, ${key.promptHash}, ${key.language}, ${db.json(evaluation)})
    on conflict (onboarding_id, practice_id, prompt_hash, language) do update set evaluation = excluded.evaluation
    where ${replaces}`
  return saved.count > 0 ? evaluation : ((await findEvaluation(db, key)) ?? evaluation)
}

/** Deletes those idle for so many days; returns how many. */
export async function deleteIdleOnboardings(db: Queryable, days: number): Promise<number> {
  return inPages(
    (after, limit) => db<(PageEnd & { taken: number })[]>`
      with page as (
        select o.id, o.updated_at from onboardings o
        where o.updated_at < now() - make_interval(days => ${days}) and (o.updated_at, o.id) > (${after.at}, ${after.id}::uuid)
        order by o.updated_at, o.id limit ${limit}),
      removed as (
        delete from onboardings where id = any(array(
            select p.id from page p
            where not exists (select 1 from registrations r where r.onboarding_id = p.id offset 0)))
          and updated_at < now() - make_interval(days => ${days}) returning 1)
      select id, updated_at::text as at, (select count(*)::int from removed) as taken
      from page order by updated_at desc, id desc limit 1`,
  )
}
