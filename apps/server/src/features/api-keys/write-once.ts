import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { claimWrite, saveAnswer } from './answers.sql.ts'
import type { UsedKey } from './api-keys.sql.ts'

export type Sent = { status: number; answer: object }

const idempotencyPattern = /^[\x21-\x7e]{1,100}$/

/** A repetition within a day gets the answer of the first time, refusals included. */
export async function writeOnce(
  { db, clock }: Context,
  { key, idempotencyKey, asked }: { key: UsedKey; idempotencyKey: unknown; asked: unknown },
  work: (tx: Tx) => Promise<Sent>,
): Promise<Result<Sent>> {
  if (typeof idempotencyKey !== 'string' || !idempotencyPattern.test(idempotencyKey))
    return refuse('idempotency_key_missing')
  const write = { keyId: key.id, idempotencyKey }
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest()
  return inTransaction(db, async (tx) => {
    const stored = await claimWrite(tx, write, { requestHash, now: clock() })
    if (stored && !requestHash.equals(stored.requestHash)) return refuse('idempotency_key_reused')
    if (stored) return ok({ status: stored.status, answer: stored.answer })
    const sent = await work(tx)
    await saveAnswer(tx, write, sent)
    return ok(sent)
  })
}
