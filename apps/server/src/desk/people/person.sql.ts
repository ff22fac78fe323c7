// Statements that only read, about one person; each finds its rows by an index.

import type { OrganizationRole, SeatState } from '@kitewise/contract/organization-entities'
import type { Queryable } from '../../database/connect.ts'
import type { StoredEvaluation } from '../../features/learning/practice/stored-evaluation.ts'

export type PersonRow = {
  id: string
  email: string
  language: string
  hasPin: boolean
  createdAt: Date
  deletedAt: Date | null
  blockedAt: Date | null
}

/** Also accounts that are deleted and not erased yet. */
export async function findPerson(db: Queryable, userId: string): Promise<PersonRow | null> {
  const [row] = await db<PersonRow[]>`
    select id, email, lang as language, pin_hash is not null as "hasPin", created_at as "createdAt",
      deactivated_at as "deletedAt", blocked_at as "blockedAt"
    from users where id = ${userId}`
  return row ?? null
}

/** By the whole address, or an address that the person had before. */
export async function findIdsByEmail(db: Queryable, email: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from users where email = ${email} union select user_id from customers where email = ${email} and user_id is not null`
  return rows.map(({ id }) => id)
}

/** By the provider's ID of a subscription or customer. */
export async function findIdsByProvider(db: Queryable, providerId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select user_id as id from subscriptions where id = ${providerId}
    union select user_id from subscriptions where provider_customer_id = ${providerId}`
  return rows.map(({ id }) => id)
}

type MembershipRow = {
  id: string
  name: string
  role: OrganizationRole
  seat: SeatState
  joinedAt: Date
  seatSince: Date | null
  accessUntil: Date | null
}

/** The organizations that a person belongs to. */
export function listMemberships(db: Queryable, userId: string): Promise<MembershipRow[]> {
  return db<MembershipRow[]>`
    select o.id, o.name, m.role, m.joined_at as "joinedAt", s.taken_at as "seatSince",
      case when s.id is not null then 'taken' when m.wants_seat_since is not null then 'waiting' else 'none' end as seat,
      case when s.id is not null then (
        select access_until from organization_contracts
        where organization_id = o.id and state in ('active', 'past_due', 'ended')
        order by created_at desc, id limit 1) end as "accessUntil"
    from organization_members m join organizations o on o.id = m.organization_id
      left join organization_seats s on s.organization_id = m.organization_id and s.user_id = m.user_id
    where m.user_id = ${userId} order by o.name, o.id`
}

type MailRow = { id: string; template: string; createdAt: Date; sentAt: Date | null; refusedAt: Date | null }

/** The newest 30, also those to the address before there was an account. */
export function listMailsOf(db: Queryable, { id, email }: { id: string; email: string }): Promise<MailRow[]> {
  return db<MailRow[]>`
    select id, template, created_at as "createdAt", sent_at as "sentAt", refused_at as "refusedAt" from (
      select * from outgoing_mails where to_address = ${email}
      union select * from outgoing_mails where user_id = ${id}) as mails
    order by created_at desc, id limit 30`
}

type MailCopy = { template: string; language: string; values: Record<string, string> }

export async function findMailOf(db: Queryable, userId: string, mailId: string): Promise<MailCopy | null> {
  const [row] = await db<MailCopy[]>`
    select template, language, template_values as "values" from outgoing_mails
    where id = ${mailId} and (user_id = ${userId} or to_address = (select email from users where id = ${userId}))`
  return row ?? null
}

type SignInRow = { createdAt: Date; lastUsedAt: Date; endedAt: Date | null; endReason: string | null }

/** The newest 20. Network addresses aren't stored. */
export function listSignIns(db: Queryable, userId: string): Promise<SignInRow[]> {
  return db<SignInRow[]>`
    select created_at as "createdAt", last_used_at as "lastUsedAt", end_reason as "endReason",
      coalesce(revoked_at, case when expires_at < now() then expires_at end) as "endedAt"
    from sessions where user_id = ${userId} order by created_at desc, id limit 20`
}

export async function countDevices(db: Queryable, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from devices where user_id = ${userId} and expires_at > now()`
  return row?.count ?? 0
}

type ConsentRow = { purpose: string; isGiven: boolean; decidedAt: Date }

export function listConsentsOf(db: Queryable, { id, email }: { id: string; email: string }): Promise<ConsentRow[]> {
  return db<ConsentRow[]>`
    select purpose, is_given as "isGiven", decided_at as "decidedAt" from (
      select id, purpose, is_given, decided_at from consents where user_id = ${id}
      union select id, purpose, is_given, decided_at from consents
        where registration_id = any(array(select id from registrations where email = ${email}))) as decisions
    order by decided_at desc, id desc limit 50`
}

type WithdrawalRow = { subscriptionId: string; declaredAt: Date; endedAt: Date | null }

export function listWithdrawalsOf(db: Queryable, userId: string): Promise<WithdrawalRow[]> {
  return db<WithdrawalRow[]>`
    select subscription_id as "subscriptionId", declared_at as "declaredAt", ended_at as "endedAt"
    from withdrawals where user_id = ${userId} order by declared_at desc`
}

type SettingsRow = {
  language: string
  firstName: string | null
  dailyGoalMinutes: number | null
  lineOfWork: string | null
  marketing: boolean
  /** Null for both if the learner has never chosen. */
  remindsByMail: boolean | null
  reminderHour: number | null
  timeZone: string | null
}

export async function findSettingsOf(db: Queryable, userId: string): Promise<SettingsRow | null> {
  const [row] = await db<SettingsRow[]>`
    select u.lang as language, u.first_name as "firstName", u.daily_goal_minutes as "dailyGoalMinutes",
      u.line_of_work as "lineOfWork", u.marketing_consent as marketing, r.by_mail as "remindsByMail",
      r.hour as "reminderHour", r.time_zone as "timeZone"
    from users u left join reminder_settings r on r.user_id = u.id where u.id = ${userId}`
  return row ?? null
}

type AnswerRow = { practiceId: string; answer: string; isCorrect: boolean; answeredAt: Date }

/** The newest 300. */
export function listAnswersOf(db: Queryable, userId: string): Promise<AnswerRow[]> {
  return db<AnswerRow[]>`
    select practice_id as "practiceId", answer, is_correct as "isCorrect", answered_at as "answeredAt"
    from practice_results where user_id = ${userId} order by answered_at desc, practice_id limit 300`
}

type EvaluationRow = {
  practiceId: string
  promptHash: Buffer
  language: string
  evaluation: StoredEvaluation
  evaluatedAt: Date
}

/** The newest 300. */
export function listEvaluationsOf(db: Queryable, userId: string): Promise<EvaluationRow[]> {
  return db<EvaluationRow[]>`
    select practice_id as "practiceId", prompt_hash as "promptHash", language, evaluation, evaluated_at as "evaluatedAt"
    from prompt_evaluations where user_id = ${userId} order by evaluated_at desc, practice_id, prompt_hash limit 300`
}

export async function listPassedTextsOf(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db<{ prompt: string }[]>`select prompt from passed_prompts where user_id = ${userId} limit 500`
  return rows.map(({ prompt }) => prompt)
}
