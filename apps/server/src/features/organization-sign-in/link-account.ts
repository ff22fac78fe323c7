import { readEmailAddress } from '@kitewise/rules/account'
import type { Answer } from '@kitewise/contract/calls'
import type { TextLanguage } from '@kitewise/rules/language'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import type { RequestClient } from '../../platform/handler.ts'
import { hashNetwork, queueMail, requestMail } from '../../platform/messages/queue-mail.ts'
import type { MailLink } from '../../platform/messages/deliver-mail.ts'
import { hasBounced } from '../../platform/messages/returned-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { revokeOrganizationSessions } from '../../platform/sessions.sql.ts'
import { comparePin } from '../accounts/compare-pin.ts'
import { refusalToBelong } from '../organizations/may-belong.ts'
import { findMember } from '../organizations/members.sql.ts'
import { mailPinLink } from '../accounts/account-mails.ts'
import { provePasskey } from '../accounts/passkey-routes.ts'
import { findAccountByEmail, hasOwnFactor, type StoredUser } from '../accounts/users.sql.ts'
import { createMember, linkLearner } from './admit.ts'
import { hasProvedDomainOf } from './domains.sql.ts'
import {
  deleteIdentity,
  findLink,
  redeemMailToken,
  saveMailToken,
  useLink,
  type WaitingLink,
} from './identities.sql.ts'
import { findProvider } from './providers.sql.ts'
import { enter, hashSignInToken, newSignInToken, refuseSignIn } from './sign-in.ts'

/** Of the browser in which somebody has signed in at the organization's provider. */
type Waiting = { organizationId: string; client: RequestClient }

const findWaiting = async ({ db }: Context, { organizationId, client }: Waiting): Promise<WaitingLink | null> =>
  client.signInToken === null ? null : findLink(db, { organizationId, tokenHash: hashSignInToken(client.signInToken) })

/** Links the account at the provider with the learner who knows this PIN. Counts as a sign-in attempt. */
export async function confirmWithPin(
  context: Context,
  { email: given, pin, ...waiting }: Waiting & { email: string; pin: string },
): Promise<Result<Answer<'login'>>> {
  const { client } = waiting
  const link = await findWaiting(context, waiting)
  if (!link) return refuseSignIn('organization_sign_in_refused')
  const { networkKey, deviceToken } = client
  const email = given.trim().toLowerCase()
  const compared = await comparePin(context, { email, pin, networkKey, deviceToken })
  if (!compared.ok) return compared.code === 'invalid_credentials' ? refuse('wrong_pin') : compared
  return linkProven(context, { link, user: compared.value, client })
}

/** The same with a passkey. */
export async function confirmWithPasskey(
  context: Context,
  { passkey, ...waiting }: Waiting & { passkey: object },
): Promise<Result<Answer<'login'>>> {
  const link = await findWaiting(context, waiting)
  if (!link) return refuseSignIn('organization_sign_in_refused')
  const proven = await provePasskey(context, passkey)
  return proven.ok ? linkProven(context, { link, user: proven.value, client: waiting.client }) : proven
}

const linkProven = async (
  context: Context,
  { link, user, client }: { link: WaitingLink; user: StoredUser; client: RequestClient },
): Promise<Result<Answer<'login'>>> => {
  const { id: userId, email, lang: language } = user
  const linked = await inTransaction(context.db, async (tx) =>
    (await useLink(tx, link.id))
      ? linkAndEnter(context, tx, { link, userId, email, language, isConfirmed: true })
      : refuseSignIn('organization_sign_in_refused'),
  )
  if (linked.ok) client.keepSignInToken(null)
  return linked
}

/** The organization's provider opens the account no longer, until it's linked again. */
export async function unlinkOrganization(
  { db }: Context,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await deleteIdentity(tx, organizationId, userId))) return false
    await revokeOrganizationSessions(tx, { organizationId, userId })
    return true
  })
}

/** A job looks up the account, so that answer and time are the same for every address. */
export async function mailConfirmation(
  context: Context,
  { email: given, language, ...waiting }: Waiting & { email: string; language: TextLanguage },
): Promise<Result<null>> {
  const { db, config } = context
  const email = readEmailAddress(given)
  if (email === null) return refuse('invalid_email')
  const link = await findWaiting(context, waiting)
  if (!link) return refuseSignIn('organization_sign_in_refused')
  if (await hasBounced(db, { config }, email)) return refuse('address_bounces')
  const requestedFrom = hashNetwork(config.pinHashing.pepper, waiting.client.networkKey)
  const { id: linkId, organizationId } = link
  await addJob(db, 'mail-organization-link', { linkId, organizationId, email, language, requestedFrom })
  return ok(null)
}

type LinkRequest = { linkId: string; organizationId: string; email: string; language: string; requestedFrom: string }

/**
 * To an account, or to an address at which one may be created. The mailbox alone opens no account with a PIN or a passkey: its owner
 * gets a link to a new PIN instead, which they would need if they have forgotten theirs.
 */
export async function mailOrganizationLink(
  context: Context,
  { linkId, organizationId, email, language, requestedFrom }: LinkRequest,
): Promise<void> {
  const { db } = context
  const account = await findAccountByEmail(db, email)
  const isWelcome = account?.isActive ?? (await hasProvedDomainOf(db, organizationId, email))
  const provider = await findProvider(db, organizationId)
  if (!isWelcome || !provider) return
  if (account && (await hasOwnFactor(db, account.id))) return mailPinLink(context, { email, requestedFrom })
  await inTransaction(db, (tx) =>
    requestMail(tx, context, {
      to: email,
      ...(account && { userId: account.id }),
      language: account?.lang ?? language,
      template: 'organization_link',
      values: { organization: provider.name, organizationId, linkId },
      requestedFrom,
    }),
  )
}

const mailMinutes = 15

/** Made when the mail leaves. Null if nothing waits for it any more. */
export async function makeOrganizationLink(
  db: Db,
  { to, values }: { to: string; values: Record<string, string> },
): Promise<MailLink | null> {
  const { token, tokenHash: mailTokenHash } = newSignInToken()
  const wanted = { id: values.linkId ?? '', mailTokenHash, to, seconds: mailMinutes * 60 }
  return (await saveMailToken(db, wanted)) ? { token, minutes: mailMinutes } : null
}

/** Only in the browser that began: a link that is opened elsewhere, or was ordered by a stranger, links nothing. */
export async function confirmWithLink(
  context: Context,
  { organizationId, client, token, language }: Waiting & { token: string; language: TextLanguage },
): Promise<Result<Answer<'login'>>> {
  const browser = client.signInToken
  if (browser === null) return refuseSignIn('invalid_token')
  const hashes = { tokenHash: hashSignInToken(browser), mailTokenHash: hashSignInToken(token) }
  const linked = await inTransaction(context.db, async (tx) => {
    const link = await redeemMailToken(tx, { organizationId, ...hashes })
    if (!link) return refuseSignIn('invalid_token')
    const email = link.to
    const account = await findAccountByEmail(tx, email)
    if (account && (await hasOwnFactor(tx, account.id))) return refuseSignIn('invalid_token')
    if (!account && !(await hasProvedDomainOf(tx, organizationId, email)))
      return refuseSignIn('organization_not_joined')
    const created = account
      ? ok(account.id)
      : await createMember(context, tx, { organizationId, email, language, by: 'provider' })
    if (!created.ok)
      return refuseSignIn(created.code === 'organization_sign_in_refused' ? created.code : 'organization_access_ended')
    return linkAndEnter(context, tx, { link, userId: created.value, email, language, isConfirmed: false })
  })
  if (linked.ok) client.keepSignInToken(null)
  return linked
}

type Proven = {
  link: WaitingLink
  userId: string
  email: string
  language: string
  /** By the learner's own PIN or passkey. */
  isConfirmed: boolean
}

/** Members keep what they are; others join if the organization has proved the domain of their address. */
const linkAndEnter = async (
  context: Context,
  tx: Tx,
  { link, userId, email, language, isConfirmed }: Proven,
): Promise<Result<Answer<'login'>>> => {
  const { organizationId } = link
  const isMember = (await findMember(tx, organizationId, userId)) !== null
  if (!isMember && !(await hasProvedDomainOf(tx, organizationId, email))) return refuseSignIn('organization_not_joined')
  const refusal = await refusalToBelong(tx, context, { organizationId, userId, email, by: 'provider' })
  if (refusal !== null) return refuseSignIn('organization_access_ended')
  if (!(await linkLearner(context, tx, { identity: link, userId, email: link.email, language, isConfirmed })))
    return refuseSignIn('organization_sign_in_refused')
  if (isConfirmed) await tellLinked(tx, { userId, organizationId, email, language })
  return enter(context, tx, { organizationId, userId, isOwnerProven: true })
}

/** So that nobody opens an account through an organization without its owner's knowledge. */
const tellLinked = async (
  tx: Tx,
  {
    userId,
    organizationId,
    email: to,
    language,
  }: { userId: string; organizationId: string; email: string; language: string },
): Promise<void> => {
  const provider = await findProvider(tx, organizationId)
  const values = { organization: provider?.name ?? '' }
  await queueMail(tx, { to, userId, language, template: 'organization_linked', values })
}
