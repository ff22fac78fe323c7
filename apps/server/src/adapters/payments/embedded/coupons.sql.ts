import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Coupon, CouponRequest } from '../coupons/port.ts'

type Row = Coupon & { idempotencyKey: string }

const read = (db: Queryable, where: string, values: string[] = []): Promise<Row[]> =>
  // `where` is a constant of this file; every value is a parameter.
  db.unsafe(
    `select id, idempotency_key as "idempotencyKey", code, percent_off as "percentOff", amount_off_cents as "amountOff",
       currency, duration, months, extract(epoch from expires_at)::float8 as "expiresAt",
       max_redemptions as "maxRedemptions", redemptions, product_ids as "productIds", is_active as "isActive"
     from embedded_coupons ${where}`,
    values,
  ) as unknown as Promise<Row[]>

/** Does nothing when the key or the active code exists. */
export async function insertCoupon(db: Queryable, id: string, coupon: CouponRequest, now: Date): Promise<void> {
  const { idempotencyKey, code, percentOff, amountOff, currency, duration, months, maxRedemptions } = coupon
  const expiresAt = coupon.expiresAt === null ? null : new Date(coupon.expiresAt * 1000)
  await db`
    insert into embedded_coupons (id, idempotency_key, code, percent_off, amount_off_cents, currency, duration, months,
      expires_at, max_redemptions, product_ids, created_at)
    values (${id}, ${idempotencyKey}, ${code}, ${percentOff}, ${amountOff}, ${currency}, ${duration}, ${months},
      ${expiresAt}, ${maxRedemptions}, ${coupon.productIds}, ${now})
    on conflict do nothing`
}

export async function findCouponByKey(db: Queryable, idempotencyKey: string): Promise<Coupon | null> {
  return first(await read(db, 'where idempotency_key = $1', [idempotencyKey]))
}

export async function findCoupon(db: Queryable, id: string): Promise<Coupon | null> {
  return first(await read(db, 'where id = $1', [id]))
}

export async function findCouponByCode(db: Queryable, code: string): Promise<Coupon | null> {
  return first(await read(db, 'where code = $1 order by is_active desc, created_at desc limit 1', [code]))
}

export async function listCoupons(db: Queryable): Promise<Coupon[]> {
  return (await read(db, 'order by created_at desc, id limit 100')).map(shown)
}

const shown = ({ idempotencyKey: _key, ...coupon }: Row): Coupon => coupon

const first = ([row]: Row[]): Coupon | null => (row ? shown(row) : null)

export async function deactivateCoupon(db: Queryable, id: string): Promise<boolean> {
  const rows = await db`update embedded_coupons set is_active = false where id = ${id} returning id`
  return rows.length > 0
}

/** Counts a paid checkout. False when the coupon is used up. */
export async function redeemCoupon(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    update embedded_coupons set redemptions = redemptions + 1
    where id = ${id} and (max_redemptions is null or redemptions < max_redemptions) returning id`
  return rows.length > 0
}
