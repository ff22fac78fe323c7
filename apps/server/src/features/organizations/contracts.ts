import { createHash } from 'node:crypto'
import type { Contract, Invoice, OrganizationPlan, PaymentWay, SeatInterval } from '@kitewise/contract/seat-entities'
import { priceText } from '@kitewise/rules/billing-text'
import { unpaidGraceDays, usableSeats } from '@kitewise/rules/seat-contract'
import { PaymentsUnavailable } from '../../adapters/payments/port.ts'
import { type Company, seatReference } from '../../adapters/payments/seats/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Membership } from './authorize-member.ts'
import {
  findContract,
  findContractById,
  findPendingContract,
  insertContract,
  isLive,
  saveSession,
  type StoredContract,
} from './contracts.sql.ts'
import { findAllowance, grantCredit } from './credit.ts'
import { addToLog } from './log.ts'
import { findOrganization, lockOrganization, saveCompany } from './organizations.sql.ts'
import { logged } from './people.ts'
import { readContract } from './read-contract.ts'
import { countSeats, removeSeats } from './seats.sql.ts'

export async function showPlan(context: Context, organizationId: string): Promise<OrganizationPlan> {
  const { db, payments } = context
  const prices = await payments.seats.listPrices()
  const stored = await findContract(db, organizationId)
  return {
    prices: prices.map((price) => ({ ...price, formattedPrice: priceText(price.amount, price.currency) })),
    contract: stored && presentContract(stored, isLive(stored, context)),
    seats: await countSeats(db, organizationId),
    graceDays: unpaidGraceDays,
    beforePayment: await findAllowance(db, {
      organizationId,
      contractId: stored && isLive(stored, context) ? stored.id : null,
    }),
  }
}

const secondsOf = (moment: Date | null): number => Math.floor((moment?.getTime() ?? 0) / 1000)

const presentContract = (stored: StoredContract, runs = true): Contract => ({
  state: runs && (stored.state === 'active' || stored.state === 'past_due') ? stored.state : 'ended',
  way: stored.way,
  interval: stored.interval,
  seats: stored.seats,
  usableSeats: usableSeats(stored),
  amount: stored.amount,
  currency: stored.currency,
  terms: stored.terms,
  endsWithPeriod: stored.endsWithPeriod,
  periodEnd: secondsOf(stored.periodEnd),
  accessUntil: secondsOf(stored.accessUntil),
})

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
  if (isLive(await findContract(tx, organizationId), context)) return refuse('contract_running')
  if (!(await keepSeats(tx, organizationId, seats))) return refuse('seats_taken')
  const terms = way === 'invoice' ? wish.terms : null
  const { provider } = context.payments
  await insertContract(tx, { id, organizationId, provider, way, interval, terms, seats, ...price, at: context.clock() })
  const stored = await findContractById(tx, id)
  const isSame = stored?.seats === seats && stored.way === way && stored.interval === interval
  if (!stored || !isSame) return refuse('attempt_reused')
  if (way === 'invoice') await grantCredit(tx, { organizationId, contractId: id })
  return ok(stored)
}

/**
 * Removes free seats beyond a number, so that nobody takes one while the provider is asked. False if more are taken. Call it under
 * `lockOrganization`.
 */
const keepSeats = async (tx: Tx, organizationId: string, seats: number): Promise<boolean> => {
  const { total, taken } = await countSeats(tx, organizationId)
  if (taken > seats) return false
  if (total > seats) await removeSeats(tx, organizationId, total - seats)
  return true
}

/** Corrected details are another request: a provider refuses a key that comes back with other parameters. */
const companyKey = (provider: string, organizationId: string, company: Company): string => {
  const details = createHash('sha256').update(JSON.stringify(company)).digest('base64url').slice(0, 22)
  return `company:${provider}:${organizationId}:${details}`
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
  const idempotencyKey = companyKey(payments.provider, organizationId, company)
  const customerId = await payments.seats.saveCompany({ customerId: known, company, idempotencyKey })
  if (known === null) await saveCompany(db, organizationId, { provider: payments.provider, customerId })
  return { customerId, email: billingEmail }
}

/** Throws when another provider than the configured one has the contract: it would keep charging as before. */
const refuseForeign = ({ payments }: Context, { provider }: StoredContract): void => {
  if (provider !== payments.provider) throw new PaymentsUnavailable('the provider of this contract is not configured')
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
  if (!stored?.providerId || !isLive(stored, context)) return refuse('no_contract')
  refuseForeign(context, stored)
  const isKept = await inTransaction(db, async (tx) => {
    await lockOrganization(tx, organizationId)
    if (!(await keepSeats(tx, organizationId, seats))) return false
    if (stored.way === 'invoice' && stored.isSettled) await grantCredit(tx, { organizationId, contractId: stored.id })
    return true
  })
  if (!isKept) return refuse('seats_taken')
  if ((await payments.seats.changeSeats(stored.providerId, seats, attempt)) === 'declined') {
    await readContract(context, stored.providerId)
    return refuse('payment_declined')
  }
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
  if (!stored?.providerId || !isLive(stored, context)) return refuse('no_contract')
  refuseForeign(context, stored)
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
  if (stored?.providerId && stored.provider === payments.provider && isLive(stored, context))
    await readContract(context, stored.providerId)
  return showPlan(context, organizationId)
}
