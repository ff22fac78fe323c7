import type { Queryable } from '../../database/connect.ts'
import type { ShownText } from './consent-texts.ts'

export type Registration = { registrationId: string; email: string; language: string; marketingConsent: boolean }

/** Locks the row and returns its id. */
export async function saveRegistration(
  db: Queryable,
  given: { id: string; onboardingId: string; email: string; language: string; marketingConsent: boolean },
): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into registrations (id, onboarding_id, email, language, marketing_consent)
    values (${given.id}, ${given.onboardingId}, ${given.email}, ${given.language}, ${given.marketingConsent})
    on conflict (onboarding_id, email) do update set
      language = excluded.language, marketing_consent = excluded.marketing_consent
    returning id`
  if (!row) throw new Error('an upsert of a registration gave no row')
  return row.id
}

export async function findRegistrationById(db: Queryable, id: string): Promise<Registration | null> {
  const [row] = await db<Registration[]>`
    select id as "registrationId", email, language, marketing_consent as "marketingConsent"
    from registrations where id = ${id}`
  return row ?? null
}

/** Older than so many days, without an account or checkout of the address; keeps those whose quiz was used since. */
export async function deleteUnpaidRegistrations(db: Queryable, days: number): Promise<number> {
  const [row] = await db<{ removed: number }[]>`
    with old as (
      select r.id from registrations r join onboardings o on o.id = r.onboarding_id
      where greatest(r.created_at, o.updated_at) < now() - make_interval(days => ${days}::int)
        and not exists (select 1 from users u where u.email = r.email)
        and not exists (select 1 from customers c where c.email = r.email)),
    decisions as (delete from consents where registration_id in (select id from old)),
    tokens as (delete from one_time_tokens where registration_id in (select id from old)),
    removed as (delete from registrations where id in (select id from old) returning id)
    select count(*)::int as removed from removed`
  return row?.removed ?? 0
}

/** Locks the onboarding against deletion; false when it is gone. */
export async function holdOnboarding(db: Queryable, onboardingId: string): Promise<boolean> {
  const rows = await db`select 1 from onboardings where id = ${onboardingId} for key share`
  return rows.length > 0
}

export type Decision = { purpose: 'terms' | 'age' | 'marketing'; isGiven: boolean; text: ShownText }

export async function keepConsentText(db: Queryable, { sha256, id, language, body }: ShownText): Promise<void> {
  await db`
    insert into consent_texts (sha256, text_id, language, body) values (${sha256}, ${id}, ${language}, ${body})
    on conflict (sha256) do nothing`
}

/** Does nothing when it repeats the last decision for this purpose and text. */
export async function addDecision(db: Queryable, registrationId: string, decision: Decision): Promise<void> {
  const { purpose, isGiven, text } = decision
  await db`
    insert into consents (registration_id, purpose, is_given, text_sha256)
    select ${registrationId}, ${purpose}, ${isGiven}, ${text.sha256}
    where not exists (
      select 1 from (
        select is_given, text_sha256 from consents
        where registration_id = ${registrationId} and purpose = ${purpose}
        order by id desc limit 1) as last
      where last.is_given = ${isGiven} and last.text_sha256 = ${text.sha256})`
}
