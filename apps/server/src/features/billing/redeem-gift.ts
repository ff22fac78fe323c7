import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findAccess } from '../../platform/sessions.ts'
import { insertGifts, lockGift, markRedeemed, saveVoid } from './gift-codes.sql.ts'
import { grantAccess, grantIdOf } from './grant-access.ts'
import { findSubscriptions, hasEnded } from './subscriptions.sql.ts'

/** Without letters that look like digits. 16 of its 32 characters are 80 bits: more than anybody can guess. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

const newCode = (): string => Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')

/** As a person types it: any case, spaces and hyphens; O is 0, I and L are 1. */
const normalize = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const hashOf = (code: string): Buffer => createHash('sha256').update(`gift:${code}`).digest()

type Wish = { attempt: string; staffId: string; count: number; days: number; note: string; expiresAt: Date }

/** The codes, in groups of four characters. They can't be read again. An attempt creates codes once. */
export async function createGifts({ db }: Context, { attempt, count, ...batch }: Wish): Promise<Result<string[]>> {
  const codes = Array.from({ length: count }, newCode)
  const rows = codes.map((code) => ({ id: randomUUID(), codeHash: hashOf(code), hint: code.slice(-4) }))
  const isNew = await inTransaction(db, (tx) => insertGifts(tx, { id: attempt, ...batch }, rows))
  return isNew ? ok(codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'))) : refuse('attempt_reused')
}

/** Makes open codes worthless: one, or with null all of the batch. */
export async function voidGifts(
  { db, clock }: Context,
  { batchId, giftId }: { batchId: string; giftId: string | null },
): Promise<Result<null>> {
  return (await saveVoid(db, batchId, giftId, clock())) ? ok(null) : refuse('not_found')
}

/**
 * Adds the code's days to now or to the end of access granted before. Refused while a plan of the payment provider gives
 * access, because the days would pass unused beside it. `until` is in Unix seconds.
 */
export async function redeemGift(
  context: Context,
  { userId, code }: { userId: string; code: string },
): Promise<Result<{ days: number; until: number }>> {
  const now = context.clock()
  const granted = (await findAccess(context, userId)).granted
  return inTransaction(context.db, async (tx) => {
    // Of two codes of one learner, the second adds to the first.
    await tx`select 1 from users where id = ${userId} for no key update`
    const gift = await lockGift(tx, hashOf(normalize(code)))
    if (!gift) return refuse('gift_code_unknown')
    const subscriptions = await findSubscriptions(tx, userId)
    const grant = subscriptions.find(({ id }) => id === grantIdOf(userId))
    if (gift.redeemedBy === userId && grant) return ok({ days: gift.days, until: grant.currentPeriodEnd })
    if (gift.redeemedAt) return refuse('gift_code_used')
    if (gift.voidedAt) return refuse('gift_code_void')
    if (gift.expiresAt <= now) return refuse('gift_code_expired')
    const hasPlan = subscriptions.some((one) => one.provider !== null && !hasEnded(one))
    if (granted && hasPlan) return refuse('gift_plan_running')
    const from = Math.max(now.getTime(), grant && !hasEnded(grant) ? grant.currentPeriodEnd * 1000 : 0)
    const until = new Date(from + gift.days * 86_400_000)
    await markRedeemed(tx, gift.id, userId, now)
    await grantAccess({ db: tx, config: context.config }, userId, until)
    return ok({ days: gift.days, until: Math.floor(until.getTime() / 1000) })
  })
}
