import type { Tx } from '../../database/connect.ts'

/** Requests with the same key take turns until the transaction ends. Sorted, so that two cannot wait for each other. */
export const lockRequests = async (tx: Tx, keys: readonly string[]): Promise<void> => {
  for (const key of [...keys].sort()) await tx`select pg_advisory_xact_lock(hashtextextended(${`mail:${key}`}, 0))`
}

export type RequestedMails = {
  /** To the address, of this template, in the last seconds asked for. */
  sameLately: number
  toAddressInHour: number
  toAddressInDay: number
  forUserInHour: number
  fromNetworkInHour: number
  allInHour: number
}

/** How many mails were asked for of late. */
export const countRequestedMails = async (
  tx: Tx,
  asked: { to: string; userId: string | null; requestedFrom: string; template: string; seconds: number },
): Promise<RequestedMails> => {
  const { to, userId, requestedFrom, template, seconds } = asked
  const [row] = await tx<RequestedMails[]>`
    select
      count(*) filter (where to_address = ${to} and template = ${template}
        and created_at > now() - make_interval(secs => ${seconds}::int))::int as "sameLately",
      count(*) filter (where to_address = ${to} and created_at > now() - interval '1 hour')::int as "toAddressInHour",
      count(*) filter (where to_address = ${to})::int as "toAddressInDay",
      count(*) filter (where user_id = ${userId}::uuid and created_at > now() - interval '1 hour')::int as "forUserInHour",
      count(*) filter (where requested_from = ${requestedFrom} and created_at > now() - interval '1 hour')::int
        as "fromNetworkInHour",
      count(*) filter (where created_at > now() - interval '1 hour')::int as "allInHour"
    from outgoing_mails where requested_from is not null and created_at > now() - interval '1 day'`
  if (!row) throw new Error('a count gave no row')
  return row
}
