import type { Tx } from '../../database/connect.ts'

export type StoredFeedback = { userId: string; id: string; rating: number | null; message: string }

/** Serializes one learner's feedback until the transaction ends. */
export async function lockFeedback(tx: Tx, userId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`feedback:${userId}`}, 0))`
}

export async function countFeedbackOfHour(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx<{ sent: number }[]>`
    select count(*)::int as sent from feedback
    where user_id = ${userId} and created_at > now() - interval '1 hour'`
  return row?.sent ?? 0
}

export async function insertFeedback(tx: Tx, feedback: StoredFeedback): Promise<void> {
  await tx`
    insert into feedback (user_id, id, rating, message)
    values (${feedback.userId}, ${feedback.id}, ${feedback.rating}, ${feedback.message})`
}
