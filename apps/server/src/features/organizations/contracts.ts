import type { Contract, Invoice, OrganizationPlan, PaymentWay, SeatInterval } from '@kitewise/contract/seat-entities'
import { priceText } from '@kitewise/rules/billing-text'
import { seatAccessUntil, unpaidGraceDays } from '@kitewise/rules/seat-contract'
import { type ProviderContract, readSeatReference, seatReference } from '../../adapters/payments/seats/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { orderRenewalStop, saveSeatAccess } from '../billing/seat-access.ts'
import type { Membership } from './authorize-member.ts'
import {
  findContract,
  findContractById,
  findContractByProviderId,
  findPendingContract,
  insertContract,
  lockContract,
  saveReading,
  saveSession,
  type StoredContract,
} from './contracts.sql.ts'
import { addToLog } from './log.sql.ts'
import { findOrganization, lockOrganization, saveCompany } from './organizations.sql.ts'
import { logged } from './people.ts'
import { addSeats, countSeats, listSeatHolders, removeSeats } from './seats.sql.ts'
import { fillSeats } from './seats.ts'

export async function showPlan(context: Context, organizationId: string): Promise<OrganizationPlan> {
  const { db, payments } = context
  const prices = await payments.seats.listPrices()
  const stored = await findContract(db, organizationId)
  return {
    prices: prices.map((price) => ({ ...price, formattedPrice: priceText(price.amount, price.currency) })),
    contract: stored && presentContract(stored),
    seats: await countSeats(db, organizationId),
    graceDays: unpaidGraceDays,
  }
}

const secondsOf = (moment: Date | null): number => Math.floor((moment?.getTime() ?? 0) / 1000)

const presentContract = (stored: StoredContract): Contract => ({
  state: stored.state === 'active' || stored.state === 'past_due' ? stored.state : 'ended',
  way: stored.way,
  interval: stored.interval,
  seats: stored.seats,
  amount: stored.amount,
  currency: stored.currency,
  terms: stored.terms,
  endsWithPeriod: stored.endsWithPeriod,
  periodEnd: secondsOf(stored.periodEnd),
  accessUntil: secondsOf(stored.accessUntil),
})

const isLive = (contract: StoredContract | null): boolean =>
  contract?.state === 'active' || contract?.state === 'past_due'

export async function listInvoices({ db, payments }: Context, organizationId: string): Promise<Invoice[]> {
  const contract = await findContract(db, organizationId)
  return contract?.providerId ? payments.seats.listInvoices(contract.providerId) : []
}

type Wish = { attempt: string; way: PaymentWay; interval: SeatInterval; seats: number; terms: 14 | 30 }

/** The attempt is the contract's ID and the idempotency key, so that a repetition goes on where the first call stopped. */
export async function buySeats(
  context: Context,
  member: Membership,
  wish: Wish,
): Promise<Result<{ url: string | null; contract: Contract | null }>> {
  const { db, payments } = context
  const { organizationId } = member
  const price = (await payments.seats.listPrices()).find(({ interval }) => interval === wish.interval)
  if (!price) return refuse('seats_not_for_sale')
  const begun = await inTransaction(db, (tx) => beginContract(tx, context, { organizationId, wish, price }))
  if (!begun.ok) return begun
  const contract = begun.value
  if (contract.state !== 'pending') return ok({ url: null, contract: presentContract(contract) })
  if (contract.url !== null) return ok({ url: contract.url, contract: null })
  const { customerId, email } = await registerCompany(context, organizationId)
  const request = {
    reference: seatReference(contract.id),
    customerId,
    interval: contract.interval,
    quantity: contract.seats,
    idempotencyKey: contract.id,
  }
  if (contract.way === 'card') {
    const back = `${context.config.publicUrl}/team/plan`
    const pages = { email, successUrl: `${back}?paid=1`, canceledUrl: back }
    const { sessionId, url } = await payments.seats.createCheckout({ ...request, ...pages })
    await saveSession(db, contract.id, sessionId, url)
    return ok({ url, contract: null })
  }
  const providerId = await payments.seats.createInvoice({ ...request, daysUntilDue: contract.terms ?? 30 })
  await readContract(context, providerId, member)
  const stored = await findContract(db, organizationId)
  return ok({ url: null, contract: stored && presentContract(stored) })
}

type Beginning = { organizationId: string; wish: Wish; price: { amount: number; currency: string } }

const beginContract = async (
  tx: Tx,
  context: Context,
  { organizationId, wish, price }: Beginning,
): Promise<Result<StoredContract>> => {
  await lockOrganization(tx, organizationId)
  const { attempt: id, way, interval, seats } = wish
  const known = await findContractById(tx, id)
  if (known && known.organizationId !== organizationId) return refuse('attempt_reused')
  if (known && known.state !== 'pending') return ok(known)
  if (isLive(await findContract(tx, organizationId))) return refuse('contract_running')
  if ((await countSeats(tx, organizationId)).taken > seats) return refuse('seats_taken')
  const terms = way === 'invoice' ? wish.terms : null
  const { provider } = context.payments
  await insertContract(tx, { id, organizationId, provider, way, interval, terms, seats, ...price, at: context.clock() })
  const stored = await findContractById(tx, id)
  const isSame = stored?.seats === seats && stored.way === way && stored.interval === interval
  return stored && isSame ? ok(stored) : refuse('attempt_reused')
}

/** The company at the provider, with its present details. */
export async function registerCompany(
  context: Context,
  organizationId: string,
): Promise<{ customerId: string; email: string }> {
  const { db, payments } = context
  const organization = await findOrganization(db, organizationId)
  if (!organization) throw new Error('an organization with a member was not found')
  const known = organization.provider === payments.provider ? organization.providerCustomerId : null
  const { legalName, street, addressLine2, postalCode, city, country, billingEmail, vatId, purchaseOrder } =
    organization
  const company = { legalName, street, addressLine2, postalCode, city, country, billingEmail, vatId, purchaseOrder }
  const idempotencyKey = `company:${payments.provider}:${organizationId}`
  const customerId = await payments.seats.saveCompany({ customerId: known, company, idempotencyKey })
  if (known === null) await saveCompany(db, organizationId, { provider: payments.provider, customerId })
  return { customerId, email: billingEmail }
}

/** More than so many concurrent writers of one contract are a bug. */
const mostReadings = 8

/**
 * Stores what the provider's contract is now, and everything that follows: seats, access, who waits. Reads again if another
 * process has stored it since. A contract that was paid while another one runs, or after the organization was closed, is canceled
 * and refunded.
 */
export async function readContract(
  context: Context,
  providerId: string,
  member: Membership | null = null,
): Promise<void> {
  const { db, payments } = context
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const revision = (await findContractByProviderId(db, providerId))?.revision ?? 0
    const current = await payments.seats.getContract(providerId)
    const id = current && readSeatReference(current.reference)
    if (!current || !id) return
    if (!(await findContractById(db, id)))
      return context.log.warn({ providerId }, 'ignored a contract that was not started here')
    const outcome = await inTransaction(db, (tx) => storeContract(tx, context, { id, current, revision, member }))
    if (outcome === 'outdated') continue
    if (outcome === 'refused') {
      await payments.refundPayment(providerId)
      await payments.cancelNow(providerId)
    }
    return
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
  const place = { isClosed: await isClosed(tx, organizationId), isOther, isSecond: isOther && isLive(newest) }
  const isRefused = isUnwanted(stored, current, place)
  const accessUntil = new Date(seatAccessUntil({ ...current, endedAt: endOf(context, current, stored) }) * 1000)
  const state = isRefused ? 'refused' : current.state
  await saveReading(tx, id, {
    ...current,
    providerId: current.id,
    seats: current.quantity,
    state,
    periodEnd: new Date(current.periodEnd * 1000),
    accessUntil,
  })
  if (isRefused) return current.state === 'ended' ? 'stored' : 'refused'
  if (!isInForce(stored, current, place)) return 'stored'
  if (stored.state === 'pending') await logBegin(tx, context, { organizationId, member, seats: current.quantity })
  await applyContract(tx, context, { organizationId, seats: current.quantity, accessUntil })
  return 'stored'
}

/** Where a contract stands: whether its organization is closed, whether there is a newer one, and whether another one runs. */
type ContractPlace = { isClosed: boolean; isOther: boolean; isSecond: boolean }

const isClosed = async (tx: Tx, organizationId: string): Promise<boolean> =>
  (await findOrganization(tx, organizationId))?.isClosed !== false

/** Whether seats and access follow from it. */
const isInForce = (stored: StoredContract, current: ProviderContract, place: ContractPlace): boolean =>
  !place.isClosed && current.state !== 'pending' && (!place.isOther || stored.state === 'pending')

/** A contract that was refused stays so, because an ended one would take the place of the running one. */
const isUnwanted = (stored: StoredContract, current: ProviderContract, place: ContractPlace): boolean => {
  if (stored.state === 'refused') return true
  if (place.isSecond) return stored.state === 'pending' || current.state !== 'ended'
  return place.isClosed && stored.state === 'pending' && current.state !== 'pending'
}

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

/** As many seats as were bought, and access for everybody who has one. Taken seats are never removed. */
const applyContract = async (
  tx: Tx,
  context: Context,
  { organizationId, seats, accessUntil }: { organizationId: string; seats: number; accessUntil: Date },
): Promise<void> => {
  const { total } = await countSeats(tx, organizationId)
  if (seats > total) await addSeats(tx, organizationId, seats - total)
  if (seats < total) await removeSeats(tx, organizationId, total - seats)
  const userIds = await listSeatHolders(tx, organizationId)
  await saveSeatAccess(tx, context, { organizationId, userIds, until: accessUntil })
  if (accessUntil > context.clock()) {
    const organization = (await findOrganization(tx, organizationId))?.name ?? ''
    for (const userId of userIds) await orderRenewalStop(tx, { userId, organization })
  }
  await fillSeats(tx, context, organizationId)
}

/** Fewer seats than are taken are refused. */
export async function changeSeats(
  context: Context,
  member: Membership,
  { attempt, seats }: { attempt: string; seats: number },
): Promise<Result<Contract>> {
  const { db, payments } = context
  const { organizationId } = member
  const stored = await findContract(db, organizationId)
  if (!stored?.providerId || !isLive(stored)) return refuse('no_contract')
  if ((await countSeats(db, organizationId)).taken > seats) return refuse('seats_taken')
  if ((await payments.seats.changeSeats(stored.providerId, seats, attempt)) === 'declined')
    return refuse('payment_declined')
  await inTransaction(db, (tx) =>
    addToLog(tx, { ...logged(context, member), kind: 'contract.seats', detail: String(seats) }),
  )
  return readAgain(context, { organizationId, providerId: stored.providerId })
}

export async function changeRenewal(
  context: Context,
  member: Membership,
  wish: 'cancel' | 'resume',
): Promise<Result<Contract>> {
  const { db, payments, newId } = context
  const { organizationId } = member
  const stored = await findContract(db, organizationId)
  if (!stored?.providerId || !isLive(stored)) return refuse('no_contract')
  if (stored.endsWithPeriod !== (wish === 'cancel')) {
    if (wish === 'cancel') await payments.cancelAtPeriodEnd(stored.providerId, newId())
    else await payments.resume(stored.providerId, newId())
    const kind = wish === 'cancel' ? 'contract.canceled' : 'contract.resumed'
    await inTransaction(db, (tx) => addToLog(tx, { ...logged(context, member), kind }))
  }
  return readAgain(context, { organizationId, providerId: stored.providerId })
}

const readAgain = async (
  context: Context,
  { organizationId, providerId }: { organizationId: string; providerId: string },
): Promise<Result<Contract>> => {
  await readContract(context, providerId)
  const fresh = await findContract(context.db, organizationId)
  return fresh ? ok(presentContract(fresh)) : refuse('no_contract')
}

/** After a visit to the provider's page. */
export async function refreshContract(context: Context, member: Membership): Promise<OrganizationPlan> {
  const { db, payments } = context
  const { organizationId } = member
  const pending = await findPendingContract(db, organizationId)
  const paid = pending?.sessionId ? await payments.getCheckout(pending.sessionId) : null
  if (paid?.subscriptionId) await readContract(context, paid.subscriptionId, member)
  const stored = await findContract(db, organizationId)
  if (stored?.providerId && isLive(stored)) await readContract(context, stored.providerId)
  return showPlan(context, organizationId)
}
