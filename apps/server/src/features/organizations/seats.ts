import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { endSeatAccess, orderRenewalStop, saveSeatAccess } from '../billing/seat-access.ts'
import { findContract } from './contracts.sql.ts'
import { findOrganization, lockOrganization } from './organizations.sql.ts'
import { notifySeatFreed } from './seat-mails.ts'
import {
  claimRenewalStops,
  countSeats,
  hasSeat,
  listNewestHolders,
  listOrganizationsOf,
  listWaiting,
  releaseSeat,
  saveWish,
  takeFreeSeat,
} from './seats.sql.ts'

type Place = { organizationId: string; userId: string }

/** Takes a free seat for a member, or the next place in the queue. Call it under `lockOrganization`. */
export async function wantSeat(tx: Tx, context: Context, { organizationId, userId }: Place): Promise<void> {
  if (await hasSeat(tx, organizationId, userId)) return
  await saveWish(tx, organizationId, userId, context.clock())
  await fillSeats(tx, context, organizationId)
}

/** A manager's choice goes before the queue. A person with a seat keeps it. Call it under `lockOrganization`. */
export async function giveSeat(tx: Tx, context: Context, { organizationId, userId }: Place): Promise<Result<null>> {
  if (await hasSeat(tx, organizationId, userId)) return ok(null)
  return (await takeSeat(tx, context, { organizationId, userId })) ? ok(null) : refuse('no_free_seat')
}

/** Free seats go to those who wait, the longest first. Call it under `lockOrganization`. */
export async function fillSeats(tx: Tx, context: Context, organizationId: string): Promise<void> {
  const { total, taken } = await countSeats(tx, organizationId)
  if (total <= taken) return
  for (const userId of await listWaiting(tx, organizationId, total - taken))
    await takeSeat(tx, context, { organizationId, userId })
}

const takeSeat = async (tx: Tx, context: Context, { organizationId, userId }: Place): Promise<boolean> => {
  if (!(await takeFreeSeat(tx, organizationId, userId, context.clock()))) return false
  await saveWish(tx, organizationId, userId, null)
  const until = (await findContract(tx, organizationId))?.accessUntil ?? context.clock()
  await saveSeatAccess(tx, context, { organizationId, userIds: [userId], until })
  if (until > context.clock()) await stopOwnRenewals(tx, context, organizationId)
  return true
}

/**
 * Orders once for each seat that was taken that its holder's own plan isn't renewed, so that no later reading of the contract stops
 * what the learner has renewed. Call it when the seats give access.
 */
export async function stopOwnRenewals(tx: Tx, { clock }: Context, organizationId: string): Promise<void> {
  const at = clock()
  const stops = await claimRenewalStops(tx, organizationId, at)
  if (stops.length === 0) return
  const organization = (await findOrganization(tx, organizationId))?.name ?? ''
  const orderedAt = at.toISOString()
  for (const { seatId, userId } of stops)
    await orderRenewalStop(tx, { userId, organization, stopId: `${seatId}:${orderedAt}`, orderedAt })
}

/**
 * Takes seats back from those who took theirs last: they are more than may be used. They wait in the order in which they had them.
 * Call it under `lockOrganization`.
 */
export async function returnToQueue(
  tx: Tx,
  context: Context,
  { organizationId, count, hadAccess }: { organizationId: string; count: number; hadAccess: boolean },
): Promise<void> {
  for (const { userId, takenAt } of await listNewestHolders(tx, organizationId, count)) {
    await releaseSeat(tx, organizationId, userId)
    await endSeatAccess(tx, { organizationId, userIds: [userId] }, context.clock())
    await saveWish(tx, organizationId, userId, takenAt)
    if (hadAccess) await notifySeatFreed(tx, context, { organizationId, userId })
  }
}

/**
 * Ends the seat's access and gives the seat to who waits next; also takes a waiting person off the queue. Call it under
 * `lockOrganization`. @returns whether there was a seat
 */
export async function freeSeat(tx: Tx, context: Context, { organizationId, userId }: Place): Promise<boolean> {
  await saveWish(tx, organizationId, userId, null)
  const hadSeat = await releaseSeat(tx, organizationId, userId)
  await endSeatAccess(tx, { organizationId, userIds: [userId] }, context.clock())
  if (hadSeat) await fillSeats(tx, context, organizationId)
  return hadSeat
}

/** Frees the seat of somebody who didn't give it up, and tells them if their access ends by that. Call it under `lockOrganization`. */
export async function takeSeatBack(tx: Tx, context: Context, place: Place): Promise<boolean> {
  const until = (await findContract(tx, place.organizationId))?.accessUntil ?? null
  const hadSeat = await freeSeat(tx, context, place)
  if (hadSeat && until !== null && until > context.clock()) await notifySeatFreed(tx, context, place)
  return hadSeat
}

/** A person who is deleted or blocked has no seat anymore. The membership stays. */
export async function freeSeatsOf(tx: Tx, context: Context, userId: string): Promise<void> {
  for (const organizationId of await listOrganizationsOf(tx, userId)) {
    await lockOrganization(tx, organizationId)
    await freeSeat(tx, context, { organizationId, userId })
  }
}
