import type { DailyGoal, LineOfWork } from '@kitewise/contract/entities'
import { deletionGraceDays } from '@kitewise/rules/account'
import type { Queryable, Tx } from '../../database/connect.ts'
import { isReservedForFormerOwner } from './email-changes.sql.ts'

export type StoredUser = {
  id: string
  email: string
  username: string
  lang: string
  lineOfWork: LineOfWork | null
  firstName: string | null
  dailyGoalMinutes: DailyGoal | null
  pinHash: string | null
}

export type LoginUser = StoredUser & {
  /** Active, or deleted so recently that a sign-in restores it. */
  maySignIn: boolean
  isBlocked: boolean
  deviceIsKnown: boolean
}

/** What a sign-in has proven. Valid only while the account still has this address and PIN. */
type Proven = { id: string; email: string; pinHash: string | null }

type Account = { id: string; email: string; lang: string }

/** @param email in lower case */
export async function findUserForLogin(
  db: Queryable,
  email: string,
  deviceHash: Buffer | null,
): Promise<LoginUser | null> {
  const [row] = await db<LoginUser[]>`
    select u.id, u.email, u.username, u.lang, u.line_of_work as "lineOfWork", u.first_name as "firstName",
      u.daily_goal_minutes as "dailyGoalMinutes", u.pin_hash as "pinHash",
      (u.deactivated_at is null or u.deactivated_at > now() - make_interval(days => ${deletionGraceDays})) as "maySignIn",
      u.blocked_at is not null as "isBlocked",
      d.token_hash is not null as "deviceIsKnown"
    from users u
    left join devices d on d.user_id = u.id and d.token_hash = ${deviceHash} and d.expires_at > now()
    where u.email = ${email}`
  return row ?? null
}

/** False when the account is not deleted, or its grace period is over, or it is blocked. */
export async function reactivate(tx: Tx, { id, email, pinHash }: Proven): Promise<boolean> {
  const rows = await tx`
    update users set deactivated_at = null
    where id = ${id} and email = ${email} and pin_hash is not distinct from ${pinHash} and blocked_at is null
      and deactivated_at > now() - make_interval(days => ${deletionGraceDays})
    returning id`
  return rows.length > 0
}

/** Address and PIN of an active account that isn't blocked then stay the same until the transaction ends. */
export async function holdActive(tx: Tx, { id, email, pinHash }: Proven): Promise<boolean> {
  const rows = await tx`
    select 1 from users
    where id = ${id} and email = ${email} and pin_hash is not distinct from ${pinHash} and deactivated_at is null
      and blocked_at is null for share`
  return rows.length > 0
}

/** Includes deactivated users. */
export async function findAnyUser(
  db: Queryable,
  userId: string,
): Promise<(StoredUser & { isActive: boolean; isBlocked: boolean }) | null> {
  const [row] = await db<(StoredUser & { isActive: boolean; isBlocked: boolean })[]>`
    select id, email, username, lang, line_of_work as "lineOfWork", first_name as "firstName",
      daily_goal_minutes as "dailyGoalMinutes", pin_hash as "pinHash", deactivated_at is null as "isActive",
      blocked_at is not null as "isBlocked"
    from users where id = ${userId}`
  return row ?? null
}

/** The organization that wants a member to sign in through it: one that requires it and has proved the domain of the address. */
export async function findRequiredOrganization(
  db: Queryable,
  userId: string,
): Promise<{ organizationId: string; name: string } | null> {
  const [row] = await db<{ organizationId: string; name: string }[]>`
    select o.id as "organizationId", o.name
    from organization_members m
    join organization_providers p on p.organization_id = m.organization_id and p.is_required
    join organizations o on o.id = m.organization_id and o.closed_at is null
    join users u on u.id = m.user_id
    join organization_domains d on d.organization_id = m.organization_id and d.proved_at is not null
      and d.domain = split_part(u.email, '@', 2)
    where m.user_id = ${userId} and m.role <> 'owner' limit 1`
  return row ?? null
}

export async function findOrganization(
  db: Queryable,
  organizationId: string,
): Promise<{ organizationId: string; name: string } | null> {
  const [row] = await db<{ organizationId: string; name: string }[]>`
    select id as "organizationId", name from organizations where id = ${organizationId}`
  return row ?? null
}

/** Only active users. */
export async function findUser(db: Queryable, userId: string): Promise<StoredUser | null> {
  const [row] = await db<StoredUser[]>`
    select id, email, username, lang, line_of_work as "lineOfWork", first_name as "firstName",
      daily_goal_minutes as "dailyGoalMinutes", pin_hash as "pinHash"
    from users where id = ${userId} and deactivated_at is null`
  return row ?? null
}

export async function findAccount(db: Queryable, userId: string): Promise<Account | null> {
  const [row] = await db<Account[]>`
    select id, email, lang from users where id = ${userId} and deactivated_at is null`
  return row ?? null
}

/** The first active account in the order of random IDs. */
export async function findSomeAccount(db: Queryable): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`select id from users where deactivated_at is null order by id limit 1`
  return row?.id ?? null
}

/** Includes deactivated accounts. */
export async function findAccountByEmail(
  db: Queryable,
  email: string,
): Promise<(Account & { isActive: boolean }) | null> {
  const [row] = await db<(Account & { isActive: boolean })[]>`
    select id, email, lang, deactivated_at is null as "isActive" from users where email = ${email}`
  return row ?? null
}

/** Includes deactivated accounts. */
export async function findAccountById(
  db: Queryable,
  userId: string,
): Promise<(Account & { isActive: boolean }) | null> {
  const [row] = await db<(Account & { isActive: boolean })[]>`
    select id, email, lang, deactivated_at is null as "isActive" from users where id = ${userId}`
  return row ?? null
}

/** Like the function above, for an account that may be deleted or blocked. */
export async function lockAnyAccount(tx: Tx, userId: string): Promise<(Account & { isActive: boolean }) | null> {
  const [row] = await tx<(Account & { isActive: boolean })[]>`
    select id, email, lang, deactivated_at is null as "isActive" from users where id = ${userId} for update`
  return row ?? null
}

/** Locks an active account for changes until the transaction ends. */
export async function lockAccount(tx: Tx, userId: string): Promise<Account | null> {
  const [row] = await tx<Account[]>`
    select id, email, lang from users where id = ${userId} and deactivated_at is null for update`
  return row ?? null
}

/** Locks the account until the transaction ends. False if it doesn't exist, or is in that state already. */
export async function saveBlock(tx: Tx, userId: string, isBlocked: boolean): Promise<boolean> {
  const { count } = await tx`
    update users set blocked_at = case when ${isBlocked} then now() end
    where id = ${userId} and (blocked_at is null) = ${isBlocked}`
  return count === 1
}

/** Keeps address and PIN of an account until the transaction ends. Includes deactivated accounts. */
export async function holdAccount(tx: Tx, userId: string): Promise<Account | null> {
  const [row] = await tx<Account[]>`select id, email, lang from users where id = ${userId} for share`
  return row ?? null
}

/** Whether an active account has this address. It keeps it until the transaction ends. */
export async function holdAddress(tx: Tx, userId: string, email: string): Promise<boolean> {
  const rows = await tx`
    select 1 from users where id = ${userId} and email = ${email} and deactivated_at is null for share`
  return rows.length > 0
}

export type NewLearner = {
  email: string
  language: string
  marketingConsent: boolean
  firstName: string | null
  dailyGoalMinutes: DailyGoal | null
}

/**
 * The one way in which a learner's account begins. `taken`: the address has an account. `reserved`: its former owner may still take
 * it back (docs/product.md R29). That is asked after the insert, which waits for a change of address that isn't committed.
 */
export async function insertAccount(
  tx: Tx,
  account: NewLearner & { username: string },
): Promise<{ id: string } | 'taken' | 'reserved'> {
  const [row] = await tx<{ id: string }[]>`
    insert into users (id, email, username, lang, marketing_consent, first_name, daily_goal_minutes)
    values (gen_random_uuid(), ${account.email}, ${account.username}, ${account.language}, ${account.marketingConsent},
      ${account.firstName}, ${account.dailyGoalMinutes})
    on conflict (email) do nothing
    returning id`
  if (!row) return 'taken'
  if (!(await isReservedForFormerOwner(tx, account.email, row.id))) return row
  await tx`delete from users where id = ${row.id}`
  return 'reserved'
}

export async function saveUser(
  db: Queryable,
  user: { id: string; email: string; username: string; pinHash: string | null; lang: string },
): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into users (id, email, username, pin_hash, lang)
    values (${user.id}, ${user.email}, ${user.username}, ${user.pinHash}, ${user.lang})
    on conflict (email) do update set pin_hash = excluded.pin_hash, username = excluded.username
    returning id`
  if (!row) throw new Error('an upsert of a user returned no row')
  return row.id
}

export async function savePin(tx: Tx, userId: string, pinHash: string | null): Promise<void> {
  await tx`update users set pin_hash = ${pinHash} where id = ${userId}`
}

/** The constraint that `moveAccount` violates when the address already has an account. */
export const oneAccountPerAddress = 'users_email_key'

export async function moveAccount(tx: Tx, userId: string, email: string): Promise<void> {
  await tx`update users set email = ${email} where id = ${userId}`
}

/** Whether the learner has a PIN or a passkey: something that no organization's provider has. */
export async function hasOwnFactor(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db`
    select 1 from users where id = ${userId}
      and (pin_hash is not null or exists (select 1 from passkeys where user_id = users.id))`
  return rows.length > 0
}

type Holder = { id: string; isProven: boolean }

/**
 * The other account that has this address, locked. `isProven`: somebody has shown that the account is theirs, with a PIN, a passkey,
 * an organization's sign-in or a mailed gift.
 */
export async function lockHolder(tx: Tx, email: string, userId: string): Promise<Holder | null> {
  const [row] = await tx<Holder[]>`
    select id, pin_hash is not null
      or exists (select 1 from passkeys where user_id = users.id)
      or exists (select 1 from organization_identities where user_id = users.id)
      or exists (select 1 from gift_codes where redeemed_by = users.id) as "isProven"
    from users where email = ${email} and id <> ${userId} for update`
  return row ?? null
}

/** Ends an account that gives its address to somebody else. It is erased like every deleted one. */
export async function setAside(tx: Tx, userId: string): Promise<void> {
  await tx`
    update users set email = 'aside-' || id || '@account.invalid', username = '', marketing_consent = false,
      deactivated_at = coalesce(deactivated_at, now())
    where id = ${userId}`
}

/** Brings back an account that has been deleted. */
export async function endDeletion(tx: Tx, userId: string): Promise<void> {
  await tx`update users set deactivated_at = null where id = ${userId}`
}

export async function saveLanguage(db: Queryable, userId: string, language: string): Promise<void> {
  await db`update users set lang = ${language} where id = ${userId}`
}

export async function saveLineOfWork(db: Queryable, userId: string, lineOfWork: LineOfWork | null): Promise<void> {
  await db`update users set line_of_work = ${lineOfWork} where id = ${userId}`
}

export async function saveFirstName(db: Queryable, userId: string, firstName: string | null): Promise<void> {
  await db`update users set first_name = ${firstName} where id = ${userId}`
}

export async function saveDailyGoal(db: Queryable, userId: string, minutes: DailyGoal): Promise<void> {
  await db`update users set daily_goal_minutes = ${minutes} where id = ${userId}`
}

/** Counts up to `most`. */
export async function countActiveAccounts(tx: Tx, most: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from (select 1 from users where deactivated_at is null limit ${most}) as counted`
  return row?.count ?? 0
}
