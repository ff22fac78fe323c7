import type { Joined, JoinOffer } from '@kitewise/contract/organization-entities'
import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob, type JobPayloads } from '../../platform/add-job.ts'
import { hashNetwork, requestMail } from '../../platform/messages/queue-mail.ts'
import { allowUnasked } from '../../platform/messages/unasked-mail.ts'
import { hasBounced } from '../../platform/messages/returned-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findOrCreateAccount } from '../accounts/create-account.ts'
import { findAccountByEmail, findAnyUser, findUser } from '../accounts/users.sql.ts'
import { findOwnPlan } from '../billing/seat-access.ts'
import { recordJoiningConsents } from '../onboarding/record-consents.ts'
import { findGroup } from './groups.sql.ts'
import { invite } from './invite.ts'
import {
  deleteAgreement,
  deleteOldInvitations,
  findOpening,
  listAgreements,
  listByDomain,
  type Opening,
  retireIdleNewcomers,
  saveAgreement,
  redeemOpening,
} from './invitations.sql.ts'
import { addToLog } from './log.ts'
import { linkDirectoryEntry, refusalToBelong } from './may-belong.ts'
import { findMember, insertMember } from './members.sql.ts'
import { findOrganization, listOwnRows, lockOrganization } from './organizations.sql.ts'
import { countSeats } from './seats.sql.ts'
import { wantSeat } from './seats.ts'

export async function showJoinOffer(context: Context, token: string): Promise<Result<JoinOffer>> {
  const opening = await findOpening(context.db, token, context.clock())
  const reason = opening?.invitationId ? 'invitation' : 'link'
  const offer = opening && (await presentOffer(context.db, { ...opening, reason }))
  return offer ? ok(offer) : refuse('invalid_token')
}

export async function listJoinOffers(context: Context, userId: string): Promise<JoinOffer[]> {
  const agreed = await onlyOpenTo(context, userId, await listAgreements(context.db, userId, context.clock()))
  const byDomain = (await onlyOpenTo(context, userId, await listByDomain(context.db, userId))).filter(
    ({ organizationId }) => !agreed.some((one) => one.organizationId === organizationId),
  )
  const offers = await Promise.all([
    ...agreed.map((one) => presentOffer(context.db, { ...one, reason: 'agreed' })),
    ...byDomain.map((one) => presentOffer(context.db, { ...one, groupId: null, reason: 'domain' })),
  ])
  return offers.filter((offer) => offer !== null)
}

/** Without organizations to which this person may not belong. */
const onlyOpenTo = async <T extends { organizationId: string }>(
  context: Context,
  userId: string,
  offers: readonly T[],
): Promise<T[]> => {
  const email = (await findUser(context.db, userId))?.email ?? ''
  const refusals = await Promise.all(
    offers.map(({ organizationId }) =>
      refusalToBelong(context.db, context, { organizationId, userId, email, by: 'opening' }),
    ),
  )
  return offers.filter((_, at) => refusals[at] === null)
}

type Offered = Pick<Opening, 'organizationId' | 'groupId' | 'email'> & { reason: JoinOffer['reason'] }

const presentOffer = async (
  db: Queryable,
  { organizationId, groupId, email, reason }: Offered,
): Promise<JoinOffer | null> => {
  const organization = await findOrganization(db, organizationId)
  if (!organization) return null
  const { total, taken } = await countSeats(db, organizationId)
  return {
    organizationId,
    organization: organization.name,
    legalName: organization.legalName,
    group: groupId === null ? null : ((await findGroup(db, organizationId, groupId))?.name ?? null),
    invitedEmail: email,
    reason,
    hasFreeSeat: total > taken,
  }
}

export type JoinWay = { token: string } | { organizationId: string }

/** Joins with a token, or as agreed at the registration. The same person joins once, and keeps one seat. */
export async function joinOrganization(context: Context, userId: string, way: JoinWay): Promise<Result<Joined>> {
  const now = context.clock()
  const joined = await inTransaction(context.db, async (tx): Promise<Result<string>> => {
    const opening =
      'token' in way
        ? await findOpening(tx, way.token, now)
        : (await listAgreements(tx, userId, now)).find((one) => one.organizationId === way.organizationId)
    if (!opening) return refuse('token' in way ? 'invalid_token' : 'not_found')
    const { organizationId } = opening
    await lockOrganization(tx, organizationId)
    if (await findMember(tx, organizationId, userId)) {
      await deleteAgreement(tx, userId, organizationId)
      return ok(organizationId)
    }
    const added = await addMember(tx, context, { organizationId, userId }, opening)
    return added.ok ? ok(organizationId) : added
  })
  return joined.ok ? presentJoined(context, userId, joined.value) : joined
}

/**
 * The only place where a membership begins, except for the owner of a new organization. A member takes a seat or the next place in
 * the queue, and the directory's entry with their address is theirs from now on. Refused for whoever may not belong; an opening isn't
 * used up then. Call it under `lockOrganization`.
 */
export async function addMember(
  tx: Tx,
  context: Context,
  { organizationId, userId }: { organizationId: string; userId: string },
  through: Opening | 'provider' | 'directory',
): Promise<Result<null>> {
  const at = context.clock()
  const user = await findAnyUser(tx, userId)
  if (!user) return refuse('not_found')
  const opening = typeof through === 'string' ? null : through
  const by = typeof through === 'string' ? through : 'opening'
  const refusal = await refusalToBelong(tx, context, { organizationId, userId, email: user.email, by })
  if (refusal !== null) return refuse(refusal)
  if (opening !== null && !(await redeemOpening(tx, opening, at))) return refuse('invalid_token')
  await insertMember(tx, { organizationId, userId, groupId: opening?.groupId ?? null, role: 'member', at })
  await linkDirectoryEntry(tx, { organizationId, userId, emails: [user.email] })
  await deleteAgreement(tx, userId, organizationId)
  await addToLog(tx, { organizationId, at, kind: 'person.joined', actorId: userId, subjectId: userId })
  await wantSeat(tx, context, { organizationId, userId })
  return ok(null)
}

const presentJoined = async (
  { db, clock }: Context,
  userId: string,
  organizationId: string,
): Promise<Result<Joined>> => {
  const row = (await listOwnRows(db, userId)).find(({ id }) => id === organizationId)
  if (!row) return refuse('not_found')
  const accessUntil = row.accessUntil
  const isPaid = row.hasSeat && accessUntil !== null && accessUntil > clock().getTime() / 1000
  return ok({
    organizationId,
    organization: row.name,
    seat: row.hasSeat ? 'taken' : row.isWaiting ? 'waiting' : 'none',
    accessUntil,
    ownPlanEnds: isPaid ? ((await findOwnPlan(db, userId))?.currentPeriodEnd ?? null) : null,
  })
}

/** Proves that the person receives mail at the organization's domain: the invitation goes to the account's address. */
export async function mailJoinLink(
  context: Context,
  userId: string,
  organizationId: string,
): Promise<Result<{ sent: true }>> {
  const open = await onlyOpenTo(context, userId, await listByDomain(context.db, userId))
  const offer = open.find((one) => one.organizationId === organizationId)
  if (!offer) return refuse('not_found')
  await inTransaction(context.db, async (tx) => {
    await allowUnasked(tx, context.config, offer.email)
    await invite(tx, context, { organizationId, email: offer.email, name: '', groupId: null })
  })
  return ok({ sent: true })
}

type Newcomer = {
  token: string
  email: string
  firstName?: string | null | undefined
  termsAccepted: boolean
  marketingConsent: boolean
  language: string
  networkKey: string
}

/** The answer doesn't depend on whether the address has an account: a job finds out. */
export async function registerToJoin(context: Context, given: Newcomer): Promise<Result<{ sent: true }>> {
  const { termsAccepted, marketingConsent, language, token, firstName = null } = given
  if (!termsAccepted) return refuse('terms_required')
  const email = readEmailAddress(given.email)
  if (!email) return refuse('invalid_email')
  if (await hasBounced(context.db, context, email)) return refuse('address_bounces')
  const opening = await findOpening(context.db, token, context.clock())
  if (!opening) return refuse('invalid_token')
  const { organizationId, groupId, invitationId, linkId } = opening
  const requestedFrom = hashNetwork(context.config.pinHashing.pepper, given.networkKey)
  const person = { email, firstName, marketingConsent, language }
  await addJob(context.db, 'register-to-join', {
    ...person,
    organizationId,
    groupId,
    invitationId,
    linkId,
    requestedFrom,
  })
  return ok({ sent: true })
}

/**
 * Job: creates the account with its consents and mails a link to set the PIN. The owner of an existing account gets a hint to
 * sign in; one without a PIN who registered like this before gets the link again.
 */
export async function registerNewcomer(context: Context, given: JobPayloads['register-to-join']): Promise<void> {
  const { email, language, firstName, marketingConsent, requestedFrom, ...opening } = given
  const now = context.clock()
  await inTransaction(context.db, async (tx) => {
    const organization = await findOrganization(tx, opening.organizationId)
    const known = await findAccountByEmail(tx, email)
    const applicant = { organizationId: opening.organizationId, userId: known?.id ?? null, email }
    const refusal = await refusalToBelong(tx, context, { ...applicant, by: 'opening' })
    // Whoever must sign in through the organization reads so when they join.
    if (organization === null || (refusal !== null && refusal !== 'organization_sign_in_required')) return
    const learner = { email, language, firstName, marketingConsent, dailyGoalMinutes: null }
    const found = await findOrCreateAccount(tx, learner)
    // Whoever left this address may still take it back; only they learn that, by the mail of their change.
    if (!found) return
    const { userId, isNew } = found
    if (isNew) await recordJoiningConsents(tx, context, { userId, marketingConsent, language })
    const isWaiting = isNew || (await hasNoPin(tx, userId))
    if (isWaiting) await saveAgreement(tx, userId, { ...opening, email: null }, now)
    const account = await findAccountByEmail(tx, email)
    const mail = { to: email, userId, language: account?.lang ?? language, requestedFrom }
    if (isWaiting)
      await requestMail(tx, context, { ...mail, template: 'join_set_pin', values: { organization: organization.name } })
    else await requestMail(tx, context, { ...mail, template: 'sign_in_hint', values: {} })
  })
}

const hasNoPin = async (db: Queryable, userId: string): Promise<boolean> => {
  const user = await findUser(db, userId)
  return user !== null && user.pinHash === null
}

const keptMs = 30 * 86_400_000
/** Who was invited and never came is forgotten after a year. */
const invitationsKeptMs = 365 * 86_400_000

/** Newcomers who never came are erased 30 days after they registered. */
export async function purgeJoining({ db, clock }: Context): Promise<void> {
  await retireIdleNewcomers(db, new Date(clock().getTime() - keptMs))
  await deleteOldInvitations(db, new Date(clock().getTime() - invitationsKeptMs))
}
