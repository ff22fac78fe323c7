import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

type Write = { keyId: string; idempotencyKey: string }
type StoredAnswer = { requestHash: Buffer; status: number; answer: object }

/**
 * Null if the write is new: whoever gets that must store an answer in the same transaction. A second one at the same time waits
 * for the first.
 */
export async function claimWrite(
  tx: Tx,
  { keyId, idempotencyKey }: Write,
  { requestHash, now }: { requestHash: Buffer; now: Date },
): Promise<StoredAnswer | null> {
  const { count } = await tx`
    insert into api_answers (key_id, idempotency_key, request_hash, created_at)
    values (${keyId}, ${idempotencyKey}, ${requestHash}, ${now})
    on conflict (key_id, idempotency_key) do update
    set request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, answer = null
    where api_answers.created_at <= excluded.created_at - interval '1 day'`
  if (count > 0) return null
  const [stored] = await tx<StoredAnswer[]>`
    select request_hash as "requestHash", status, answer from api_answers
    where key_id = ${keyId} and idempotency_key = ${idempotencyKey}`
  return stored ?? null
}

export async function saveAnswer(
  tx: Tx,
  { keyId, idempotencyKey }: Write,
  { status, answer }: { status: number; answer: object },
): Promise<void> {
  await tx`
    update api_answers set status = ${status}, answer = ${tx.json(answer)}
    where key_id = ${keyId} and idempotency_key = ${idempotencyKey}`
}

export async function deleteOldAnswers(db: Queryable, now: Date): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from api_answers where ctid = any(array(
        select ctid from api_answers where created_at < ${now}::timestamptz - interval '1 day' limit ${limit}))`,
  )
}

/** Keys that ended so long ago that nobody asks for them, and those of organizations closed in the last 30 days. */
export async function deleteEndedKeys(db: Queryable, now: Date): Promise<void> {
  await db`delete from api_keys where expires_at < ${now}::timestamptz - interval '30 days'`
  await db`
    delete from api_keys where organization_id = any(array(
      select id from organizations where closed_at > ${now}::timestamptz - interval '30 days'))`
}
