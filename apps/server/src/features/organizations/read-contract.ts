import { isSettled, seatAccessUntil, usableSeats } from '@kitewise/rules/seat-contract'
import { type ProviderContract, readSeatReference } from '../../adapters/payments/seats/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { saveSeatAccess } from '../billing/seat-access.ts'
import type { Membership } from './authorize-member.ts'
import {
  findContract,
  findContractById,
  findContractByProviderId,
  isLive,
  lockContract,
  saveReading,
  type StoredContract,
} from './contracts.sql.ts'
import { refundLatePayments } from './late-payments.ts'
import { addToLog } from './log.ts'
import { findOrganization, lockOrganization } from './organizations.sql.ts'
import { addSeats, countSeats, listSeatHolders, removeSeats } from './seats.sql.ts'
import { fillSeats, returnToQueue, stopOwnRenewals } from './seats.ts'

/** More than so many concurrent writers of one contract are a bug. */
const mostReadings = 8

/**
 * Stores what the provider's contract is now, and everything that follows: seats, access, who waits. Reads again if another
 * process has stored it since. A contract that was paid while another one runs, or after the organization was closed, is canceled
 * and refunded. @returns the contract as it was read; null for one that wasn't begun here
 */
export async function readContract(
  context: Context,
  providerId: string,
  member: Membership | null = null,
): Promise<ProviderContract | null> {
  const { db, payments } = context
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const revision = (await findContractByProviderId(db, providerId))?.revision ?? 0
    const current = await payments.seats.getContract(providerId)
    const id = current && readSeatReference(current.reference)
    if (!current || !id) return null
    if (!(await findContractById(db, id))) {
      context.log.warn({ providerId }, 'ignored a contract that was not started here')
      return null
    }
    const outcome = await inTransaction(db, (tx) => storeContract(tx, context, { id, current, revision, member }))
    if (outcome === 'outdated') continue
    if (outcome === 'refused') {
      await payments.refundAll(providerId)
      await payments.cancelNow(providerId)
    }
    if (outcome === 'stored' && current.state === 'ended' && current.hasPaid)
      await refundLatePayments(context, id, current)
    return current
  }
  throw new Error('a contract kept changing while it was read')
}

type Storing = { id: string; current: ProviderContract; revision: number; member: Membership | null }

const storeContract = async (
  tx: Tx,
  context: Context,
  { id, current, revision, member }: Storing,
): Promise<'stored' | 'outdated' | 'refused'> => {
  const organizationId = (await findContractById(tx, id))?.organizationId
  if (organizationId === undefined) return 'stored'
  await lockOrganization(tx, organizationId)
  const stored = await lockContract(tx, id)
  if (!stored || stored.revision !== revision) return 'outdated'
  const newest = await findContract(tx, organizationId)
  const isOther = newest !== null && newest.id !== id
  const standing = {
    isClosed: await isClosed(tx, organizationId),
    isOther,
    isSecond: isOther && isLive(newest, context),
  }
  const isRefused = isUnwanted(stored, current, standing)
  const seats = usableSeats({ ...stored, seats: current.quantity, isSettled: isSettled(current) })
  const accessUntil = accessEnd(context, { stored, current, seats })
  await saveReading(tx, id, {
    ...current,
    providerId: current.id,
    seats: current.quantity,
    state: isRefused ? 'refused' : current.state,
    periodEnd: dateOf(current.periodEnd),
    accessUntil,
    isSettled: isSettled(current),
  })
  if (isRefused) return current.state === 'ended' ? 'stored' : 'refused'
  if (!isInForce(stored, current, standing)) return 'stored'
  if (stored.state === 'pending') await logBegin(tx, context, { organizationId, member, seats: current.quantity })
  await applyContract(tx, context, { organizationId, seats, accessUntil, before: stored.accessUntil })
  return 'stored'
}

const dateOf = (unixSeconds: number): Date => new Date(unixSeconds * 1000)

/** A contract without a seat that may be used gives access to nobody, from its beginning. */
const accessEnd = (
  context: Context,
  { stored, current, seats }: { stored: StoredContract; current: ProviderContract; seats: number },
): Date =>
  seats === 0 ? stored.createdAt : dateOf(seatAccessUntil({ ...current, endedAt: endOf(context, current, stored) }))

/** How a contract relates to its organization: whether that is closed, whether there is a newer contract, and whether another one runs. */
type ContractStanding = { isClosed: boolean; isOther: boolean; isSecond: boolean }

const isClosed = async (tx: Tx, organizationId: string): Promise<boolean> =>
  (await findOrganization(tx, organizationId))?.isClosed !== false

/** Whether seats and access follow from it. */
const isInForce = (stored: StoredContract, current: ProviderContract, standing: ContractStanding): boolean =>
  !standing.isClosed && current.state !== 'pending' && (!standing.isOther || stored.state === 'pending')

/**
 * A contract that was refused stays so, because an ended one would take the place of the running one. One that ended before
 * anything was paid or used never began.
 */
const isUnwanted = (stored: StoredContract, current: ProviderContract, standing: ContractStanding): boolean => {
  if (stored.state === 'refused') return true
  if (stored.state === 'pending' && current.state === 'ended' && !current.hasPaid) return true
  if (standing.isSecond) return stored.state === 'pending' || current.state !== 'ended'
  return standing.isClosed && stored.state === 'pending' && current.state !== 'pending'
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)

/** The embedded provider doesn't say when a contract ended: it's when we first learn of it. */
const endOf = ({ clock }: Context, current: ProviderContract, stored: StoredContract): number | null => {
  if (current.state !== 'ended') return null
  if (current.endedAt !== null) return current.endedAt
  return stored.state === 'ended' && stored.accessUntil ? secondsOf(stored.accessUntil) : secondsOf(clock())
}

const logBegin = async (
  tx: Tx,
  { clock }: Context,
  { organizationId, member, seats }: { organizationId: string; member: Membership | null; seats: number },
): Promise<void> => {
  const actorId = member?.userId ?? null
  await addToLog(tx, { organizationId, at: clock(), kind: 'contract.begun', actorId, detail: String(seats) })
}

type Applied = { organizationId: string; seats: number; accessUntil: Date; before: Date | null }

/** As many seats as may be used, and access for everybody who has one. Those who took one too many wait for it again. */
const applyContract = async (
  tx: Tx,
  context: Context,
  { organizationId, seats, accessUntil, before }: Applied,
): Promise<void> => {
  const { total, taken } = await countSeats(tx, organizationId)
  if (taken > seats) {
    const hadAccess = before !== null && before > context.clock()
    await returnToQueue(tx, context, { organizationId, count: taken - seats, hadAccess })
  }
  if (seats > total) await addSeats(tx, organizationId, seats - total)
  if (seats < total) await removeSeats(tx, organizationId, total - seats)
  const userIds = await listSeatHolders(tx, organizationId)
  await saveSeatAccess(tx, context, { organizationId, userIds, until: accessUntil })
  if (accessUntil > context.clock()) await stopOwnRenewals(tx, context, organizationId)
  await fillSeats(tx, context, organizationId)
}
