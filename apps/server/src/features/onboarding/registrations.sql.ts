import type { DailyMinutes } from '@kitewise/contract/onboarding-entities'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inPages, type PageEnd } from '../../database/transaction.ts'

export type Registration = { registrationId: string; email: string; language: string; marketingConsent: boolean }

/** Locks the row and returns its id. */
export async function saveRegistration(
  db: Queryable,
  given: {
    id: string
    onboardingId: string
    email: string
    language: string
    marketingConsent: boolean
    firstName: string | null
    dailyGoalMinutes: DailyMinutes | null
  },
): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into registrations (id, onboarding_id, email, language, marketing_consent, first_name, daily_goal_minutes)
    values (${given.id}, ${given.onboardingId}, ${given.email}, ${given.language}, ${given.marketingConsent},
      ${given.firstName}, ${given.dailyGoalMinutes})
    on conflict (onboarding_id, email) do update set
      language = excluded.language, marketing_consent = excluded.marketing_consent,
      first_name = excluded.first_name, daily_goal_minutes = excluded.daily_goal_minutes
    returning id`
  if (!row) throw new Error('an upsert of a registration returned no row')
  return row.id
}

/** From a gift code, of which each address has one. Returns the row's id. */
export async function saveGiftRegistration(
  db: Queryable,
  given: {
    id: string
    giftCodeId: string
    email: string
    language: string
    marketingConsent: boolean
    firstName: string | null
  },
): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into registrations (id, gift_code_id, email, language, marketing_consent, first_name)
    values (${given.id}, ${given.giftCodeId}, ${given.email}, ${given.language}, ${given.marketingConsent},
      ${given.firstName})
    on conflict (gift_code_id, email) where gift_code_id is not null do update set
      language = excluded.language, marketing_consent = excluded.marketing_consent, first_name = excluded.first_name
    returning id`
  if (!row) throw new Error('an upsert of a registration returned no row')
  return row.id
}

type GiftRegistration = Omit<Registration, 'registrationId'> & { giftCodeId: string; firstName: string | null }

/** Locks the row. Null for one that came from a quiz. */
export async function lockGiftRegistration(tx: Tx, id: string): Promise<GiftRegistration | null> {
  const [row] = await tx<GiftRegistration[]>`
    select email, language, marketing_consent as "marketingConsent", gift_code_id as "giftCodeId",
      first_name as "firstName"
    from registrations where id = ${id} and gift_code_id is not null for update`
  return row ?? null
}

export async function findRegistrationById(db: Queryable, id: string): Promise<Registration | null> {
  const [row] = await db<Registration[]>`
    select id as "registrationId", email, language, marketing_consent as "marketingConsent"
    from registrations where id = ${id}`
  return row ?? null
}

/** Deletes those older than so many days, without account or checkout, unless their quiz was used since. */
export async function deleteUnpaidRegistrations(db: Queryable, days: number): Promise<number> {
  return inPages(
    (after, limit) => db<(PageEnd & { taken: number })[]>`
      with page as (
        select r.id, r.email, r.onboarding_id, r.created_at from registrations r
        where r.created_at < now() - make_interval(days => ${days}) and (r.created_at, r.id) > (${after.at}, ${after.id}::uuid)
        order by r.created_at, r.id limit ${limit}),
      old as materialized (
        select p.id from page p
        where (p.onboarding_id is null or exists (select 1 from onboardings o
            where o.id = p.onboarding_id and o.updated_at < now() - make_interval(days => ${days}) offset 0))
          and not exists (select 1 from users u where u.email = p.email offset 0)
          and not exists (select 1 from customers c where c.email = p.email offset 0)),
      decisions as (delete from consents where registration_id = any(array(select id from old))),
      tokens as (delete from one_time_tokens where registration_id = any(array(select id from old))),
      removed as (delete from registrations where id = any(array(select id from old)) returning 1)
      select id, created_at::text as at, (select count(*)::int from removed) as taken
      from page order by created_at desc, id desc limit 1`,
  )
}

/** Locks the onboarding against deletion; false when it is gone. */
export async function holdOnboarding(db: Queryable, onboardingId: string): Promise<boolean> {
  const rows = await db`select 1 from onboardings where id = ${onboardingId} for key share`
  return rows.length > 0
}
