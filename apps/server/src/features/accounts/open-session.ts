import type { Answer } from '@kitewise/contract/calls'
import type { User } from '@kitewise/contract/entities'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { RequestClient } from '../../platform/handler.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { hasBounced } from '../../platform/messages/returned-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { insertSession } from '../../platform/sessions.sql.ts'
import { needsPlan, sessionSeconds } from '../../platform/sessions.ts'
import { noteSignIn } from '../learning/acted-at.ts'
import { rememberBrowser } from './devices.sql.ts'
import {
  findOrganization,
  findRequiredOrganization,
  hasOwnFactor,
  holdActive,
  reactivate,
  type StoredUser,
} from './users.sql.ts'

/**
 * Begins a session of somebody who has proven with PIN or passkey who they are. It undoes a deletion, and makes the browser a known
 * device. `organization_sign_in_required`: an organization wants them to sign in through it.
 */
export async function openSession(
  context: Context,
  user: StoredUser,
  client: RequestClient,
): Promise<Result<Answer<'login'>>> {
  const opened = await inTransaction(context.db, async (tx) => {
    const required = await findRequiredOrganization(tx, user.id)
    if (required) return refuse('organization_sign_in_required', required)
    const standing = await returnToAccount(tx, context, user)
    if (standing === 'gone') return refuse('invalid_credentials')
    const deviceToken = await rememberBrowser(tx, user.id, client.deviceToken)
    const answer = await beginSession(context, tx, { user, organizationId: null, isOwnerProven: true })
    return ok({ answer: { ...answer, ...(standing === 'restored' && { restored: true as const }) }, deviceToken })
  })
  if (!opened.ok) return opened
  client.rememberDevice(opened.value.deviceToken)
  return ok(opened.value.answer)
}

/** Null if the account is deleted or blocked, or its address or PIN has changed since `user` was read. */
export async function openOrganizationSession(
  context: Context,
  tx: Tx,
  { user, organizationId, isOwnerProven }: { user: StoredUser; organizationId: string; isOwnerProven: boolean },
): Promise<Answer<'login'> | null> {
  return (await holdActive(tx, user)) ? beginSession(context, tx, { user, organizationId, isOwnerProven }) : null
}

/** `organizationId`: the organization whose provider began the session; null for a PIN or a passkey. */
type Opened = { user: StoredUser; organizationId: string | null; isOwnerProven: boolean }

const beginSession = async (
  context: Context,
  tx: Tx,
  { user, organizationId, isOwnerProven }: Opened,
): Promise<Answer<'login'>> => {
  const sessionId = context.newId()
  await insertSession(tx, { id: sessionId, userId: user.id, organizationId, isOwnerProven, seconds: sessionSeconds })
  await noteSignIn(context, tx, user.id)
  return {
    jwt: context.sessionTokens.sign({ userId: user.id, sessionId }),
    user: await presentUser(context, tx, { user, organizationId, isOwnerProven }),
    ...((await needsPlan(tx, user.id, context.clock())) && { needsPlan: true as const }),
  }
}

/**
 * The erasure updates the same row, so either the sign-in or the erasure comes first. `gone`: the grace period is over, or PIN
 * or address changed after the comparison.
 */
const returnToAccount = async (tx: Tx, { log }: Context, user: StoredUser): Promise<'active' | 'restored' | 'gone'> => {
  if (!(await reactivate(tx, user))) return (await holdActive(tx, user)) ? 'active' : 'gone'
  const { id: userId, email: to, lang: language } = user
  await queueMail(tx, { to, language, userId, template: 'account_restored', values: {} })
  log.info({ userId }, 'account restored by a sign-in')
  return 'restored'
}

export async function presentUser(
  context: Context,
  db: Queryable,
  { user, organizationId, isOwnerProven }: Opened,
): Promise<User> {
  const organization = organizationId === null ? null : await findOrganization(db, organizationId)
  const ownProof = isOwnerProven ? ('given' as const) : ('needed' as const)
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    isPinSetUp: user.pinHash !== null,
    lang: user.lang,
    ...(user.lineOfWork && { lineOfWork: user.lineOfWork }),
    ...(user.firstName !== null && { firstName: user.firstName }),
    ...(user.dailyGoalMinutes && { dailyGoalMinutes: user.dailyGoalMinutes }),
    ...((await hasBounced(db, context, user.email)) && { emailComesBack: true as const }),
    ...(organization && {
      signedInThrough: { ...organization, ...((await hasOwnFactor(db, user.id)) && { ownProof }) },
    }),
  }
}
