import type { Queryable, Tx } from '../../database/connect.ts'

export type GiftState = 'open' | 'redeemed' | 'expired' | 'void'

type NewBatch = { id: string; staffId: string; days: number; note: string; expiresAt: Date }
type NewCode = { id: string; codeHash: Buffer; hint: string }

/** False if the batch exists already; then nothing is stored. */
export async function insertGifts(tx: Tx, batch: NewBatch, codes: readonly NewCode[]): Promise<boolean> {
  const { id, staffId, days, note, expiresAt } = batch
  const inserted = await tx`
    insert into gift_batches (id, staff_id, days, note, expires_at)
    values (${id}, ${staffId}, ${days}, ${note}, ${expiresAt}) on conflict do nothing`
  if (inserted.count === 0) return false
  for (const code of codes)
    await tx`
      insert into gift_codes (id, batch_id, code_hash, hint)
      values (${code.id}, ${id}, ${code.codeHash}, ${code.hint})`
  return true
}

export type Gift = {
  id: string
  days: number
  expiresAt: Date
  redeemedBy: string | null
  redeemedAt: Date | null
  voidedAt: Date | null
}

const columns = `c.id, b.days, b.expires_at as "expiresAt", c.redeemed_by as "redeemedBy",
  c.redeemed_at as "redeemedAt", c.voided_at as "voidedAt"`

export async function findGift(db: Queryable, codeHash: Buffer): Promise<Gift | null> {
  const rows = await db.unsafe(
    `select ${columns} from gift_codes c join gift_batches b on b.id = c.batch_id where c.code_hash = $1`,
    [codeHash],
  )
  // The columns of `Gift`.
  return (rows as unknown as Gift[])[0] ?? null
}

/** Codes are never deleted. */
export async function lockGift(tx: Tx, id: string): Promise<Gift> {
  const rows = await tx.unsafe(
    `select ${columns} from gift_codes c join gift_batches b on b.id = c.batch_id where c.id = $1 for update of c`,
    [id],
  )
  // The columns of `Gift`.
  const [gift] = rows as unknown as Gift[]
  if (!gift) throw new Error('a gift code has disappeared')
  return gift
}

export async function markRedeemed(tx: Tx, id: string, userId: string, now: Date): Promise<void> {
  await tx`update gift_codes set redeemed_by = ${userId}, redeemed_at = ${now} where id = ${id}`
}

/** Null for all codes of the batch. False if there is no such code. */
export async function saveVoid(db: Queryable, batchId: string, giftId: string | null, now: Date): Promise<boolean> {
  const [found] = await db<{ one: number }[]>`
    select 1 as one from gift_codes
    where batch_id = ${batchId} and (${giftId}::uuid is null or id = ${giftId}::uuid) limit 1`
  if (!found) return false
  await db`
    update gift_codes set voided_at = ${now}
    where batch_id = ${batchId} and (${giftId}::uuid is null or id = ${giftId}::uuid)
      and redeemed_at is null and voided_at is null`
  return true
}

type GiftRow = {
  id: string
  batchId: string
  hint: string
  days: number
  note: string
  staffName: string
  state: GiftState
  /** Unix milliseconds. */
  createdAt: number
  expiresAt: number
  redeemedAt: number | null
  redeemedBy: string | null
}

type GiftQuery = {
  state: GiftState | null
  /** In the note or the name of who created it, in lower case. */
  text: string | null
  sort: 'createdAt' | 'expiresAt' | 'redeemedAt' | 'days'
  direction: 'asc' | 'desc'
  skip: number
  limit: number
}

/** One page, and how many codes there are in all. `sort` and `direction` come from the contract's closed lists. */
export async function listGifts(
  db: Queryable,
  now: Date,
  { state, text, sort, direction, skip, limit }: GiftQuery,
): Promise<{ rows: GiftRow[]; total: number }> {
  const rows = await db.unsafe(
    `select g.*, (count(*) over ())::float8 as total from (
      select c.id, c.batch_id as "batchId", c.hint, b.days, b.note,
        (select name from desk_staff s where s.id = b.staff_id) as "staffName",
        case when c.redeemed_at is not null then 'redeemed' when c.voided_at is not null then 'void'
          when b.expires_at <= $1 then 'expired' else 'open' end as state,
        floor(extract(epoch from b.created_at) * 1000)::float8 as "createdAt",
        floor(extract(epoch from b.expires_at) * 1000)::float8 as "expiresAt",
        floor(extract(epoch from c.redeemed_at) * 1000)::float8 as "redeemedAt", c.redeemed_by as "redeemedBy"
      from gift_codes c join gift_batches b on b.id = c.batch_id) as g
    where ($2::text is null or state = $2)
      and ($5::text is null or position($5 in lower(note || ' ' || coalesce("staffName", ''))) > 0)
    order by "${sort}" ${direction} nulls last, id limit $3 offset $4`,
    [now, state, limit, skip, text],
  )
  // The columns of the statement above.
  const gifts = rows as unknown as (GiftRow & { total: number })[]
  return { rows: gifts, total: gifts[0]?.total ?? 0 }
}
