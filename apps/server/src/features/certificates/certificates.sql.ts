import type { Queryable, Tx } from '../../database/connect.ts'

/** A certificate's row. `issuedOn` is YYYY-MM-DD, `issuedAt` has whole seconds. */
export type StoredCertificate = {
  id: string
  courseId: string
  name: string
  courseName: string
  /** A text set's code. */
  language: string
  issuedOn: string
  issuedAt: Date
  /** When a corrected name replaced the badge, in whole seconds. */
  badgeRenewedAt: Date | null
}

/** Newest first. */
export function listCertificates(db: Queryable, userId: string): Promise<StoredCertificate[]> {
  return db<StoredCertificate[]>`
    select id, course_id as "courseId", name, course_name as "courseName", language, issued_on::text as "issuedOn",
      issued_at as "issuedAt", badge_renewed_at as "badgeRenewedAt"
    from certificates where user_id = ${userId} order by issued_at desc, course_id`
}

/** A certificate of any learner. @param id 32 hexadecimal digits */
export async function findCertificate(db: Queryable, id: string): Promise<StoredCertificate | null> {
  const [row] = await db<StoredCertificate[]>`
    select id, course_id as "courseId", name, course_name as "courseName", language, issued_on::text as "issuedOn",
      issued_at as "issuedAt", badge_renewed_at as "badgeRenewedAt"
    from certificates where id = ${id}`
  return row ?? null
}

/** Serializes issuing for one learner until the transaction ends. */
export async function lockCertificates(tx: Tx, userId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`certificates:${userId}`}, 0))`
}

/** All certificates of a learner carry one name. @returns their ids */
export async function renameCertificates(
  tx: Tx,
  userId: string,
  { name, at }: { name: string; at: Date },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update certificates set name = ${name}, badge_renewed_at = date_trunc('second', ${at}::timestamptz)
    where user_id = ${userId} returning id`
  return rows.map(({ id }) => id)
}

/** Call it under `lockCertificates`. */
export async function insertCertificate(tx: Tx, userId: string, certificate: StoredCertificate): Promise<void> {
  const { id, courseId, name, courseName, language, issuedOn, issuedAt } = certificate
  await tx`
    insert into certificates (user_id, course_id, id, name, course_name, language, issued_on, issued_at)
    values (${userId}, ${courseId}, ${id}, ${name}, ${courseName}, ${language}, ${issuedOn}, ${issuedAt})`
}
