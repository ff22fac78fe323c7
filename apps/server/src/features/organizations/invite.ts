import type { InvitationLine, InvitationList, JoinLink } from '@kitewise/contract/organization-entities'
import { readEmailAddress } from '@kitewise/rules/account'
import { invitationBudget } from '@kitewise/rules/invitation-budget'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { csvLine } from '../../platform/csv.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { mostUnaskedInHour } from '../../platform/messages/unasked-mail.ts'
import { countUnasked } from '../../platform/messages/unasked-mails.sql.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findAccountByEmail } from '../accounts/users.sql.ts'
import type { Membership } from './authorize-member.ts'
import { findGroup, insertGroup, listGroups } from './groups.sql.ts'
import {
  findKnownAddresses,
  findLanguageOf,
  insertJoinLink,
  lockInvitation,
  newToken,
  renewInvitation,
  revokeInvitation,
  revokeJoinLink,
  saveInvitation,
} from './invitations.sql.ts'
import { addToLog } from './log.ts'
import { welcomeBack } from './may-belong.ts'
import { findCreator, findOrganization, isKnownCompany, lockOrganization } from './organizations.sql.ts'
import { logged, maySetGroup } from './people.ts'
import { readInvitationList, type TypedLine } from './read-invitation-list.ts'

type Typed = { text: string; groupId: string | null }

const day = 86_400_000
/** A link in a mail is good for so long. */
const validMs = 30 * day
/** Between two mails of an organization to one address, whatever happened to the invitation. */
const pauseMs = 3_600_000

type Checked = { lines: (TypedLine & { groupId: string | null })[]; newGroups: string[] }

/** Reads a list and finds out what can't be invited. */
export async function previewInvitations(
  context: Context,
  member: Membership,
  typed: Typed,
): Promise<Result<InvitationList>> {
  if (!(await isOwnGroup(context.db, member, typed.groupId))) return refuse('not_found')
  return ok(present(await checkList(context.db, context, member, typed)))
}

/** Invites the lines without a problem. Under a lock, so that the same list twice at once invites nobody twice. */
export function sendInvitations(context: Context, member: Membership, typed: Typed): Promise<Result<InvitationList>> {
  return inTransaction(context.db, async (tx) => {
    if (!(await isOwnGroup(tx, member, typed.groupId))) return refuse('not_found')
    await lockOrganization(tx, member.organizationId)
    const checked = await checkList(tx, context, member, typed)
    const valid = checked.lines.filter(({ problem }) => problem === null)
    if (valid.length > (await findBudget(tx, member.organizationId))) return refuse('too_many_invitations')
    for (const name of checked.newGroups)
      await insertGroup(tx, { id: context.newId(), organizationId: member.organizationId, name })
    const groups = await listGroups(tx, member.organizationId)
    for (const line of valid) {
      const named = groups.find(({ name }) => isSame(name, line.group))
      const email = line.address ?? ''
      await welcomeInvited(tx, context, member.organizationId, email)
      await invite(tx, context, {
        organizationId: member.organizationId,
        email,
        name: line.name,
        groupId: line.group === '' ? typed.groupId : (named?.id ?? null),
      })
    }
    if (valid.length > 0)
      await addToLog(tx, { ...logged(context, member), kind: 'invitations.sent', detail: String(valid.length) })
    return ok(present(checked))
  })
}

const isOwnGroup = async (db: Queryable, member: Membership, groupId: string | null): Promise<boolean> => {
  if (groupId === null) return true
  if (member.groups !== null && !member.groups.includes(groupId)) return false
  return (await findGroup(db, member.organizationId, groupId)) !== null
}

/** One invitation, without a person who sends it. */
export async function inviteOne(
  tx: Tx,
  context: Context,
  { organizationId, groupId, ...wish }: { organizationId: string; email: string; name: string; groupId: string | null },
): Promise<Result<{ id: string }>> {
  const now = context.clock()
  const email = readEmailAddress(wish.email)
  if (email === null) return refuse('invalid_email')
  await lockOrganization(tx, organizationId)
  if (groupId !== null && !(await findGroup(tx, organizationId, groupId))) return refuse('group_not_found')
  const { members, invited } = await findKnownAddresses(tx, organizationId, { addresses: [email], now, pauseMs })
  if (members.has(email)) return refuse('already_member')
  if (invited.has(email)) return refuse('already_invited')
  if ((await findBudget(tx, organizationId)) < 1) return refuse('too_many_invitations')
  await welcomeInvited(tx, context, organizationId, email)
  return ok({ id: await invite(tx, context, { organizationId, email, name: wish.name, groupId }) })
}

/** An invitation that the organization itself sends lets a person come back who was removed. */
const welcomeInvited = async (tx: Tx, context: Context, organizationId: string, email: string): Promise<void> => {
  const account = await findAccountByEmail(tx, email)
  await welcomeBack(tx, context, { organizationId, email, userId: account?.id ?? null })
}

/** Queues the mail; its link is made when it leaves. @returns the invitation's ID */
export async function invite(
  tx: Tx,
  context: Context,
  wish: { organizationId: string; email: string; name: string; groupId: string | null },
): Promise<string> {
  const sentAt = context.clock()
  const expiresAt = new Date(sentAt.getTime() + validMs)
  const invitationId = await saveInvitation(tx, { ...wish, id: context.newId(), sentAt, expiresAt })
  await mailInvitation(tx, context, { ...wish, invitationId, sentAt })
  return invitationId
}

/** How many people the organization may still invite today. */
const findBudget = async (tx: Tx, organizationId: string): Promise<number> => {
  const sender = { organizationId, senderId: await findCreator(tx, organizationId) }
  const sent = await countUnasked(tx, sender)
  const isKnown = await isKnownCompany(tx, organizationId)
  return Math.min(invitationBudget({ isKnown, ...sent }), mostUnaskedInHour - sent.allInHour)
}

/** False if the address has got too many of them. */
const mailInvitation = async (
  tx: Tx,
  context: Pick<Context, 'config'>,
  wish: { organizationId: string; email: string; invitationId: string; sentAt: Date },
): Promise<boolean> => {
  const { organizationId } = wish
  const organization = await findOrganization(tx, organizationId)
  const name = organization?.name ?? ''
  const language = (await findLanguageOf(tx, wish.email)) ?? organization?.language ?? 'en'
  const isProved = (organization?.domains.length ?? 0) > 0
  const inviter = isProved ? name : mailWords(context.config, language).someCompany
  return queueMail(tx, {
    to: wish.email,
    language,
    template: 'organization_invitation',
    values: { organization: name, inviter, invitationId: wish.invitationId },
    sender: { organizationId, senderId: await findCreator(tx, organizationId) },
    dedupeKey: `invitation:${wish.invitationId}:${wish.sentAt.getTime()}`,
  })
}

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

const checkList = async (db: Queryable, context: Context, member: Membership, typed: Typed): Promise<Checked> => {
  const lines = readInvitationList(typed.text)
  const addresses = lines.flatMap(({ address }) => address ?? [])
  const { members, invited } = await findKnownAddresses(db, member.organizationId, {
    addresses,
    now: context.clock(),
    pauseMs,
  })
  const groups = await listGroups(db, member.organizationId)
  const problemOf = (line: TypedLine): TypedLine['problem'] => {
    if (line.problem !== null) return line.problem
    if (members.has(line.address ?? '')) return 'member'
    if (invited.has(line.address ?? '')) return 'invited'
    if (member.groups === null) return null
    const named = groups.find(({ name }) => isSame(name, line.group))?.id
    const groupId = line.group === '' ? typed.groupId : (named ?? null)
    return groupId !== null && member.groups.includes(groupId) ? null : 'foreignGroup'
  }
  const checked = lines.map((line) => ({ ...line, groupId: typed.groupId, problem: problemOf(line) }))
  const named = checked.filter(({ problem, group }) => problem === null && group !== '').map(({ group }) => group)
  const missing = named.filter((wanted) => !groups.some(({ name }) => isSame(name, wanted)))
  const newGroups = missing.filter((one, at) => missing.findIndex((other) => isSame(one, other)) === at)
  return { lines: checked, newGroups }
}

const present = ({ lines, newGroups }: Checked): InvitationList => {
  const shown: InvitationLine[] = lines.map(({ line, email, name, group, problem }) => ({
    line,
    email,
    name,
    group,
    problem,
  }))
  const failed = shown.filter(({ problem }) => problem !== null && problem !== 'unknownColumn')
  const csv = failed.map(({ email, name, group, problem }) => csvLine([email, name, group, problem]))
  return {
    lines: shown,
    valid: shown.filter(({ problem }) => problem === null).length,
    newGroups,
    failedCsv: failed.length === 0 ? null : [csvLine(['email', 'name', 'group', 'problem']), ...csv].join(''),
  }
}

export function resendInvitation(context: Context, member: Membership, id: string): Promise<Result<null>> {
  const now = context.clock()
  return inTransaction(context.db, async (tx) => {
    const { organizationId, groups } = member
    const open = await lockInvitation(tx, { id, organizationId, groups })
    if (!open) return refuse('not_found')
    if (now.getTime() - open.sentAt.getTime() < pauseMs) return refuse('too_many_invitations')
    await renewInvitation(tx, id, now, new Date(now.getTime() + validMs))
    await lockOrganization(tx, organizationId)
    if ((await findBudget(tx, organizationId)) < 1) return refuse('too_many_invitations')
    const mail = { organizationId, email: open.email, invitationId: id, sentAt: now }
    if (!(await mailInvitation(tx, context, mail))) return refuse('too_many_invitations')
    await addToLog(tx, { ...logged(context, member), kind: 'invitation.resent' })
    return ok(null)
  })
}

export function voidInvitation(context: Context, member: Membership, id: string): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    const { organizationId, groups } = member
    if (!(await lockInvitation(tx, { id, organizationId, groups }))) return refuse('not_found')
    await revokeInvitation(tx, id, context.clock())
    await addToLog(tx, { ...logged(context, member), kind: 'invitation.revoked' })
    return ok(null)
  })
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)

/** Its address can't be read again. */
export function createJoinLink(
  context: Context,
  member: Membership,
  wish: { groupId: string | null; maxUses: number; days: number },
): Promise<Result<JoinLink & { url: string }>> {
  return inTransaction(context.db, async (tx) => {
    const { organizationId } = member
    if (!(await maySetGroup(tx, member, wish.groupId))) return refuse('not_found')
    const group = wish.groupId === null ? null : await findGroup(tx, organizationId, wish.groupId)
    const [id, token, at] = [context.newId(), newToken(), context.clock()]
    const expiresAt = new Date(at.getTime() + wish.days * day)
    await insertJoinLink(tx, { ...wish, id, organizationId, at, expiresAt }, token)
    await addToLog(tx, { ...logged(context, member), kind: 'link.created', detail: String(wish.maxUses) })
    return ok({
      id,
      group: group?.name ?? null,
      createdAt: secondsOf(at),
      expiresAt: secondsOf(expiresAt),
      maxUses: wish.maxUses,
      uses: 0,
      state: 'open',
      url: `${context.config.publicUrl}/join#${token}`,
    })
  })
}

export function voidJoinLink(context: Context, member: Membership, id: string): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    const { organizationId, groups } = member
    if (!(await revokeJoinLink(tx, { id, organizationId, groups }, context.clock()))) return refuse('not_found')
    await addToLog(tx, { ...logged(context, member), kind: 'link.revoked' })
    return ok(null)
  })
}
