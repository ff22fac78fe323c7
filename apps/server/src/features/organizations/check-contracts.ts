import { givenUpAt } from '@kitewise/rules/seat-contract'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { readContract } from './read-contract.ts'
import {
  claimTelling,
  deletePending,
  endForeign,
  type EndingContract,
  listEnding,
  listRunning,
} from './contracts.sql.ts'
import { listReceivers } from './members.sql.ts'
import { notifySeatsEnded } from './seat-mails.ts'
import { listSeatHolders } from './seats.sql.ts'

const day = 86_400_000
/** Longer than any page where a card is entered stays open. */
const pendingMs = 3 * day
const warnedDays = [30, 7]

/**
 * Job: a lost event neither costs people their access nor gives it for free. Ends contracts whose invoice stayed unpaid or whose organization
 * is closed, and mails owners and billing before access ends and when it has ended.
 */
export async function checkContracts(context: Context): Promise<void> {
  const failures: unknown[] = []
  for (const contract of await listRunning(context.db, context.payments.provider))
    await checkContract(context, contract).catch((error: unknown) => void failures.push(error))
  await endForeign(context.db, context.payments.provider, context.clock())
  await mailEndings(context)
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} contracts could not be compared`)
}

/** Job: stops what a closed organization pays for. The nightly check goes on where a lost job stopped. */
export async function endContracts(context: Context, organizationId: string): Promise<void> {
  for (const contract of await listRunning(context.db, context.payments.provider, organizationId))
    await checkContract(context, contract)
}

type Running = Awaited<ReturnType<typeof listRunning>>[number]

const checkContract = async (context: Context, contract: Running): Promise<void> => {
  const { db, payments, clock } = context
  const { sessionId, isClosed } = contract
  const paidAt = async () =>
    sessionId === null ? null : ((await payments.getCheckout(sessionId))?.subscriptionId ?? null)
  const providerId = contract.providerId ?? (await paidAt())
  if (providerId !== null) return readAndEnd(context, { providerId, isClosed })
  if (clock().getTime() - contract.createdAt.getTime() > pendingMs) await deletePending(db, contract.id)
}

/** Reads first: what was stored last may be older than a payment. */
const readAndEnd = async (
  context: Context,
  { providerId, isClosed }: { providerId: string; isClosed: boolean },
): Promise<void> => {
  const now = context.clock().getTime() / 1000
  const current = await readContract(context, providerId)
  if (!current || current.state === 'ended') return
  const isGivenUp = current.state === 'past_due' && current.openDueAt !== null && givenUpAt(current.openDueAt) <= now
  if (!isGivenUp && !isClosed) return
  await context.payments.cancelNow(providerId)
  await readContract(context, providerId)
}

const mailEndings = async (context: Context): Promise<void> => {
  const now = context.clock()
  const inDays = (days: number) => new Date(now.getTime() + days * day)
  for (const days of warnedDays)
    for (const contract of await listEnding(context.db, inDays(days === 7 ? 0 : 7), inDays(days)))
      await mailEnding(context, contract, { template: 'contract_ending', stage: String(days) })
  for (const contract of await listEnding(context.db, inDays(-7), now)) {
    await mailEnding(context, contract, { template: 'contract_ended', stage: 'over' })
    await tellPeople(context, contract)
  }
}

/** Everybody with a seat, in one transaction with the mark that they were told. */
const tellPeople = (context: Context, { id, organizationId }: EndingContract): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    if (!(await claimTelling(tx, id, context.clock()))) return
    await notifySeatsEnded(tx, { organizationId, userIds: await listSeatHolders(tx, organizationId) })
  })

/** Each stage once for each receiver and end. */
const mailEnding = async (
  context: Context,
  contract: EndingContract,
  { template, stage }: { template: 'contract_ending' | 'contract_ended'; stage: string },
): Promise<void> => {
  const { id, organizationId, name: organization, billingEmail, language, accessUntil } = contract
  const members = await listReceivers(context.db, organizationId, ['owner', 'billing'])
  const isMember = members.some(({ email }) => email === billingEmail)
  const others = isMember || billingEmail === '' ? [] : [{ email: billingEmail, language, userId: undefined }]
  const end = Math.floor(accessUntil.getTime() / 1000)
  await inTransaction(context.db, async (tx) => {
    for (const { email, language: wanted, userId } of [...members, ...others]) {
      const until = mailWords(context.config, wanted).date(end)
      await queueMail(tx, {
        to: email,
        language: wanted,
        ...(userId && { userId }),
        template,
        values: { organization, until, seats: String(contract.seats) },
        dedupeKey: `contract-${stage}:${id}:${end}:${email}`,
      })
    }
  })
}
