import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

export type EmailChange = {
  id: string
  userId: string
  oldEmail: string
  newEmail: string
  sessionId: string
  /** `confirmed`: can still be undone. `over`: undone, or confirmed too long ago, or replaced by a newer request or change. */
  state: 'pending' | 'confirmed' | 'over'
}

/** The old mailbox can undo a change for this long, and nobody else gets its address meanwhile (docs/product.md R29). */
const undoDays = 7

export async function insertEmailChange(db: Queryable, change: Omit<EmailChange, 'state'>): Promise<void> {
  await db`
    insert into email_changes (user_id, id, old_email, new_email, session_id)
    values (${change.userId}, ${change.id}, ${change.oldEmail}, ${change.newEmail}, ${change.sessionId})`
}

/** Lock the account before you decide by `state`. */
export async function findEmailChange(db: Queryable, id: string): Promise<EmailChange | null> {
  const [row] = await db<EmailChange[]>`
    select id, user_id as "userId", old_email as "oldEmail", new_email as "newEmail", session_id as "sessionId",
      case when voided_at is not null or undone_at is not null then 'over'
        when confirmed_at is null then 'pending'
        when confirmed_at > now() - make_interval(days => ${undoDays}) then 'confirmed' else 'over' end as state
    from email_changes where id = ${id}`
  return row ?? null
}

export async function markConfirmed(tx: Tx, id: string): Promise<void> {
  await tx`update email_changes set confirmed_at = now() where id = ${id}`
}

export async function markUndone(tx: Tx, id: string): Promise<void> {
  await tx`update email_changes set undone_at = now() where id = ${id}`
}

export async function voidPendingChanges(tx: Tx, userId: string): Promise<void> {
  await tx`
    update email_changes set voided_at = now()
    where user_id = ${userId} and confirmed_at is null and voided_at is null`
}

/** Changes made after an undone one cannot be undone: their links went to mailboxes that are no longer trusted. */
export async function voidLaterChanges(tx: Tx, userId: string, undoneId: string): Promise<void> {
  await tx`
    update email_changes set voided_at = now()
    where user_id = ${userId} and voided_at is null and undone_at is null
      and confirmed_at > (select confirmed_at from email_changes where id = ${undoneId})`
}

/** `waitSeconds`: until the oldest request of the hour leaves it. `isRepetition`: the last minute had the same request. */
export async function countRecentChanges(
  tx: Tx,
  userId: string,
  newEmail: string,
): Promise<{ inHour: number; waitSeconds: number; isRepetition: boolean }> {
  const [row] = await tx<{ inHour: number; waitSeconds: number; isRepetition: boolean }[]>`
    select count(*)::int as "inHour",
      coalesce(ceil(extract(epoch from min(requested_at) + interval '1 hour' - now())), 0)::int as "waitSeconds",
      coalesce(bool_or(new_email = ${newEmail} and confirmed_at is null and voided_at is null
        and requested_at > now() - interval '1 minute'), false) as "isRepetition"
    from email_changes where user_id = ${userId} and requested_at > now() - interval '1 hour'`
  if (!row) throw new Error('a count returned no row')
  return row
}

/** The account that may still undo a change and take this address back. */
export async function findFormerOwner(db: Queryable, email: string): Promise<string | null> {
  const [row] = await db<{ userId: string }[]>`
    select user_id as "userId" from email_changes
    where old_email = ${email} and confirmed_at > now() - make_interval(days => ${undoDays})
      and undone_at is null and voided_at is null
    order by confirmed_at desc limit 1`
  return row?.userId ?? null
}

/** Whether another account may still undo a change and take this address back. */
export async function isReservedForFormerOwner(db: Queryable, email: string, userId: string): Promise<boolean> {
  const owner = await findFormerOwner(db, email)
  return owner !== null && owner !== userId
}

export async function deleteOldEmailChanges(db: Queryable): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from email_changes where ctid = any(array(
        select ctid from email_changes where requested_at < now() - interval '30 days'
        order by requested_at limit ${limit} for update skip locked))`,
  )
}
