import { createHash, randomBytes } from 'node:crypto'
import { readEmailAddress } from '@kitewise/rules/account'
import type { TextLanguage } from '@kitewise/rules/language'
import type { Answer } from '@kitewise/contract/calls'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { RequestClient, Session } from '../../platform/handler.ts'
import { askProvider, attemptSeconds, checkAnswer, type ProviderProof } from '../../platform/identity-provider.ts'
import { ok, refuse, type Refusal, type Result } from '../../platform/result.ts'
import { renewSignIn } from '../../platform/sessions.sql.ts'
import { note } from '../../telemetry/signals.ts'
import { openOrganizationSession } from '../accounts/open-session.ts'
import { refusalToBelong } from '../organizations/may-belong.ts'
import { findMember } from '../organizations/members.sql.ts'
import { findAccountByEmail, findAnyUser, hasOwnFactor } from '../accounts/users.sql.ts'
import { hasProvedDomainOf } from './domains.sql.ts'
import { insertAttempt, insertLink, noteIdentityUse, redeemAttempt } from './identities.sql.ts'
import { admit, createMember, linkLearner } from './admit.ts'
import { openProvider } from './provider.ts'
import { findProvider } from './providers.sql.ts'

/** The provider's clock may be behind ours. */
const toleratedMs = 30_000
/** How long an account at the provider waits for the proof of a learner's account. */
const linkSeconds = 900

/** Each organization has its own, so that the answer of one provider is never taken for another's. */
export function returnAddressOf({ config }: Pick<Context, 'config'>, organizationId: string): string {
  return `${config.publicUrl}/sso/${organizationId}/return`
}

export function hashSignInToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** 128 random bits. */
export function newSignInToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(16).toString('base64url')
  return { token, tokenHash: hashSignInToken(token) }
}

type Begun = { organizationId: string; purpose: 'sign-in' | 'step-up'; session: Session | null; client: RequestClient }

/** Remembers what the answer must fit, and binds it to this browser. */
export async function beginSignIn(
  context: Context,
  { organizationId, purpose, session, client }: Begun,
): Promise<Result<{ url: string }>> {
  const stored = await findProvider(context.db, organizationId)
  if (!stored) return refuse('not_found')
  const mustAskAgain = purpose === 'step-up'
  if (mustAskAgain && !(await mayStepUp(context, organizationId, session))) return refuse('not_found')
  const stepUp = mustAskAgain && session ? { userId: session.userId, sessionId: session.id } : null
  const provider = openProvider(context, stored)
  const returnAddress = returnAddressOf(context, organizationId)
  const asked = provider && (await askProvider(provider, { returnAddress, mustAskAgain }))
  if (!asked) return refuse('organization_sign_in_unavailable')
  const { token, tokenHash } = newSignInToken()
  await insertAttempt(context.db, tokenHash, { organizationId, stepUp, ...asked.secrets }, attemptSeconds)
  client.keepSignInToken(token)
  return ok({ url: asked.url })
}

/** A learner with a PIN or a passkey proves themselves with it, because an administrator of the provider has neither. */
const mayStepUp = async ({ db }: Context, organizationId: string, session: Session | null): Promise<boolean> => {
  if (session?.organizationId !== organizationId) return false
  return !(await hasOwnFactor(db, session.userId))
}

type Returned = {
  organizationId: string
  query: string
  session: Session | null
  client: RequestClient
  language: TextLanguage
}

type Outcome = Answer<'finishOrganizationSignIn'>['data']

export async function finishSignIn(
  context: Context,
  { organizationId, query, session, client, language }: Returned,
): Promise<Result<Outcome>> {
  const token = client.signInToken
  client.keepSignInToken(null)
  const attempt = token === null ? null : await redeemAttempt(context.db, hashSignInToken(token))
  if (attempt?.organizationId !== organizationId) return refuseSignIn('organization_sign_in_refused')
  const { stepUp, begunAt, ...secrets } = attempt
  if (stepUp !== null && session?.id !== stepUp.sessionId) return refuseSignIn('organization_sign_in_refused')
  const stored = await findProvider(context.db, organizationId)
  const provider = stored && openProvider(context, stored)
  if (!stored || !provider) return refuseSignIn('organization_sign_in_refused')
  const way = { returnAddress: returnAddressOf(context, organizationId), mustAskAgain: stepUp !== null }
  const checked = await checkAnswer(provider, { ...way, query, secrets, span: context.span })
  if ('failure' in checked) {
    context.log.warn({ reason: checked.reason, organizationId }, "an organization's provider proved nobody")
    const isOutage = checked.failure === 'unavailable'
    return refuseSignIn(isOutage ? 'organization_sign_in_unavailable' : 'organization_sign_in_refused')
  }
  const { proof } = checked
  if (stepUp === null) return signIn(context, { ...stored, proof, client, language })
  const isFresh = (proof.authenticatedAt ?? 0) >= begunAt.getTime() - toleratedMs
  return isFresh
    ? confirmAgain(context, { organizationId, proof, stepUp })
    : refuseSignIn('organization_sign_in_refused')
}

const confirmAgain = (
  { db }: Context,
  {
    organizationId,
    proof,
    stepUp,
  }: { organizationId: string; proof: ProviderProof; stepUp: { userId: string; sessionId: string } },
): Promise<Result<Outcome>> =>
  inTransaction(db, async (tx) => {
    const found = await noteIdentityUse(tx, { organizationId, ...proof })
    if (found?.userId !== stepUp.userId) return refuseSignIn('organization_sign_in_refused')
    await renewSignIn(tx, { ...stepUp, proof: 'provider' })
    return ok({ outcome: 'confirmed_again' as const })
  })

type Proven = {
  organizationId: string
  name: string
  proof: ProviderProof
  client: RequestClient
  language: TextLanguage
}

const signIn = (
  context: Context,
  { organizationId, name, proof, client, language }: Proven,
): Promise<Result<Outcome>> =>
  inTransaction(context.db, async (tx) => {
    const identity = { organizationId, ...proof }
    const email = proof.email === null ? null : readEmailAddress(proof.email)
    const userId = await findLearner(context, tx, { identity, email, language })
    const applicant = { organizationId, userId, email: email ?? '' }
    const refusal = await refusalToBelong(tx, context, { ...applicant, by: 'provider' })
    if (refusal !== null) return refuseSignIn('organization_access_ended')
    if (userId === null) {
      const { token, tokenHash } = newSignInToken()
      const ownEmail = email !== null && (await hasProvedDomainOf(tx, organizationId, email)) ? email : null
      await insertLink(tx, { ...identity, email: ownEmail, tokenHash, id: context.newId(), seconds: linkSeconds })
      client.keepSignInToken(token)
      return ok({
        outcome: 'confirm' as const,
        name,
        email: proof.claimedEmail && readEmailAddress(proof.claimedEmail),
      })
    }
    const isOwnerProven = !(await hasOwnFactor(tx, userId))
    const opened = await enter(context, tx, { organizationId, userId, isOwnerProven })
    return opened.ok ? ok({ outcome: 'signed_in' as const, session: opened.value }) : opened
  })

/**
 * The linked member. At an address that the provider has verified, in a domain that the organization has proved: the member with it,
 * or a new one. Everybody else proves their account first, and so does once everybody with a PIN or a passkey (docs/product.md R174),
 * so that no provider opens what a learner hasn't linked.
 */
const findLearner = async (
  context: Context,
  tx: Tx,
  {
    identity,
    email,
    language,
  }: { identity: { organizationId: string } & ProviderProof; email: string | null; language: TextLanguage },
): Promise<string | null> => {
  const { organizationId } = identity
  const linked = await noteIdentityUse(tx, identity)
  if (linked && !linked.isConfirmed && (await hasOwnFactor(tx, linked.userId))) return null
  if (linked) return (await findMember(tx, organizationId, linked.userId)) === null ? null : linked.userId
  if (email === null || !(await hasProvedDomainOf(tx, organizationId, email))) return null
  const account = await findAccountByEmail(tx, email)
  if (account && (await hasOwnFactor(tx, account.id))) return null
  const created = account
    ? ok(account.id)
    : await createMember(context, tx, { organizationId, email, language, by: 'provider' })
  if (!created.ok) return null
  const userId = created.value
  if ((await findMember(tx, organizationId, userId)) === null) return null
  return (await linkLearner(context, tx, { identity, userId, email, language, isConfirmed: false })) ? userId : null
}

/** Begins a session of a member through the organization, with a seat if one is free. */
export async function enter(
  context: Context,
  tx: Tx,
  { organizationId, userId, isOwnerProven }: { organizationId: string; userId: string; isOwnerProven: boolean },
): Promise<Result<Answer<'login'>>> {
  const admitted = await admit(context, tx, { organizationId, userId }, 'provider')
  if (!admitted.ok) return refuseSignIn('organization_access_ended')
  const user = await findAnyUser(tx, userId)
  if (user?.isBlocked) return refuseSignIn('account_blocked')
  const session = user && (await openOrganizationSession(context, tx, { user, organizationId, isOwnerProven }))
  return session ? ok(session) : refuseSignIn('organization_sign_in_refused')
}

export function refuseSignIn(
  code:
    | 'organization_sign_in_refused'
    | 'organization_sign_in_unavailable'
    | 'organization_access_ended'
    | 'organization_not_joined'
    | 'account_blocked'
    | 'invalid_token',
): Refusal {
  note('signInRejected', { reason: code })
  return refuse(code)
}
