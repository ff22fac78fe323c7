import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findAccess } from '../../platform/sessions.ts'
import { findGift, type Gift, insertGifts, lockGift, markRedeemed, saveVoid } from './gift-codes.sql.ts'
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
): Promise<Result<Redeemed>> {
  const gift = await findGift(context.db, hashOf(normalize(code)))
  if (!gift) return refuse('gift_code_unknown')
  return inTransaction(context.db, (tx) => redeemFor(tx, context, { userId, giftId: gift.id }))
}

type Redeemed = { days: number; until: number }

/** The same for a code that's known already. */
export async function redeemFor(
  tx: Tx,
  { clock, config }: Context,
  { userId, giftId }: { userId: string; giftId: string },
): Promise<Result<Redeemed>> {
  // Of two codes of one learner, the second adds to the first.
  await tx`select 1 from users where id = ${userId} for no key update`
  const gift = await lockGift(tx, giftId)
  const { granted } = await findAccess({ db: tx, clock }, userId)
  const subscriptions = await findSubscriptions(tx, userId)
  const grant = subscriptions.find(({ id }) => id === grantIdOf(userId))
  if (gift.redeemedBy === userId && grant) return ok({ days: gift.days, until: grant.currentPeriodEnd })
  const now = clock()
  const refusal = whyNot(gift, now)
  if (refusal) return refuse(refusal)
  const hasPlan = subscriptions.some((one) => one.provider !== null && !hasEnded(one))
  if (granted && hasPlan) return refuse('gift_plan_running')
  const from = Math.max(now.getTime(), grant && !hasEnded(grant) ? grant.currentPeriodEnd * 1000 : 0)
  const until = new Date(from + gift.days * 86_400_000)
  await markRedeemed(tx, gift.id, userId, now)
  await grantAccess({ db: tx, config }, userId, until)
  return ok({ days: gift.days, until: Math.floor(until.getTime() / 1000) })
}

/** Null for a code that can still be redeemed. */
const whyNot = (gift: Gift, now: Date): 'gift_code_used' | 'gift_code_void' | 'gift_code_expired' | null => {
  if (gift.redeemedAt) return 'gift_code_used'
  if (gift.voidedAt) return 'gift_code_void'
  return gift.expiresAt <= now ? 'gift_code_expired' : null
}

/** An open code's id. */
export async function findOpenGift({ db, clock }: Context, code: string): Promise<Result<string>> {
  const gift = await findGift(db, hashOf(normalize(code)))
  if (!gift) return refuse('gift_code_unknown')
  const refusal = whyNot(gift, clock())
  return refusal ? refuse(refusal) : ok(gift.id)
}
