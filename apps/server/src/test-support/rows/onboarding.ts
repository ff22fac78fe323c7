import type { Queryable } from '../../database/connect.ts'

type OnboardingRow = { variant: number; step: number; answers: object; tries: number }

/** @param id need not be a UUID */
export async function findOnboardingRow(db: Queryable, id: string): Promise<OnboardingRow | null> {
  const [row] = await db<OnboardingRow[]>`
    select variant, step, answers, task_tries as tries from onboardings where id::text = ${id}`
  return row ?? null
}

/** Onboardings whose plan was made with this readiness score. */
export async function addPlans(db: Queryable, howMany: number, score: number): Promise<void> {
  await db`
    insert into onboardings (id, variant, version, step, answers, plan_made_at, readiness_score)
    select gen_random_uuid(), 1, 1, 3, '{}', now(), ${score} from generate_series(1, ${howMany})`
}

export async function setQuiz(
  db: Queryable,
  id: string,
  { variant, version, step }: { variant: number; version: number; step: number },
): Promise<void> {
  await db`update onboardings set variant = ${variant}, version = ${version}, step = ${step} where id = ${id}`
}

/** Days since the visitor was last seen. */
export async function ageLastVisit(db: Queryable, id: string, days: number): Promise<void> {
  await db`update onboardings set updated_at = now() - make_interval(days => ${days}) where id = ${id}`
}

/** Days since the visitor began. */
export async function ageFirstVisit(db: Queryable, id: string, days: number): Promise<void> {
  await db`update onboardings set created_at = now() - make_interval(days => ${days}) where id = ${id}`
}

/** Days since these addresses were registered and their visitors were last seen. */
export async function ageRegistrations(db: Queryable, emails: readonly string[], days: number): Promise<void> {
  await db`
    with aged as (
      update registrations set created_at = now() - make_interval(days => ${days}) where email = any(${[...emails]})
      returning onboarding_id)
    update onboardings set updated_at = now() - make_interval(days => ${days}) where id in (select onboarding_id from aged)`
}

/** Days since all addresses but one were registered. */
export async function ageOtherRegistrations(db: Queryable, youngEmail: string, days: number): Promise<void> {
  await db`update registrations set created_at = now() - make_interval(days => ${days}) where email <> ${youngEmail}`
}

export async function listRegisteredEmails(db: Queryable): Promise<string[]> {
  const rows = await db<{ email: string }[]>`select email from registrations`
  return rows.map(({ email }) => email)
}

/** The stored evaluations of a visitor's free task, as text. */
export async function readTaskEvaluations(db: Queryable, onboardingId: string): Promise<string[]> {
  const rows = await db<{ row: string }[]>`
    select to_jsonb(e)::text as row from onboarding_evaluations e where onboarding_id = ${onboardingId}`
  return rows.map(({ row }) => row)
}

export async function replaceTaskEvaluations(db: Queryable, onboardingId: string, evaluation: object): Promise<void> {
  await db`
    update onboarding_evaluations set evaluation = ${db.json(evaluation)} where onboarding_id = ${onboardingId}`
}

type StoredConsent = {
  purpose: string
  isGiven: boolean
  language: string
  /** Hexadecimal. */
  hash: string
  /** Within the last minute. */
  isNow: boolean
}

/** The decisions of a registered address, oldest first. */
export function listConsentsOfAddress(db: Queryable, email: string): Promise<(StoredConsent & { body: string })[]> {
  return db<(StoredConsent & { body: string })[]>`
    select c.purpose, c.is_given as "isGiven", t.language, encode(c.text_sha256, 'hex') as hash, t.body,
      c.decided_at between now() - interval '1 minute' and now() as "isNow"
    from consents c join registrations r on r.id = c.registration_id join consent_texts t on t.sha256 = c.text_sha256
    where r.email = ${email} order by c.id`
}

/** The decisions of an account, oldest first. */
export function listConsentsOfUser(db: Queryable, userId: string): Promise<(StoredConsent & { place: string })[]> {
  return db<(StoredConsent & { place: string })[]>`
    select c.purpose, c.is_given as "isGiven", c.place, t.language, encode(c.text_sha256, 'hex') as hash,
      c.decided_at between now() - interval '1 minute' and now() as "isNow"
    from consents c join consent_texts t on t.sha256 = c.text_sha256 where c.user_id = ${userId} order by c.id`
}

/** Decisions whose registration is gone. */
export async function countOrphanedConsents(db: Queryable): Promise<number> {
  const rows = await db`
    select 1 from consents where registration_id is not null and registration_id not in (select id from registrations)`
  return rows.length
}

/** What the database must refuse. */
export async function forgeConsents(db: Queryable, isGiven: boolean): Promise<void> {
  await db`update consents set is_given = ${isGiven}`
}

/** What the database must refuse. */
export async function forgeConsentTexts(db: Queryable): Promise<void> {
  await db`update consent_texts set body = 'You agree to everything'`
}
