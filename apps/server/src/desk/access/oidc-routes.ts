import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { askProvider, attemptSeconds, checkAnswer } from '../../platform/identity-provider.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { appendAudit } from './audit.sql.ts'
import { beginSession, refuseSignIn, staffObject } from './staff-sessions.ts'
import type { DeskClient, DeskHandlers } from './handler.ts'
import {
  deleteIdentity,
  insertAttempt,
  insertIdentity,
  noteIdentityUse,
  type OidcAttempt,
  redeemAttempt,
} from './identities.sql.ts'
import { hashDeskToken, newDeskToken } from './secrets.ts'
import { type StaffSession, stepUpSession } from './sessions.sql.ts'

type OidcEndpoint =
  | 'deskSignInWays'
  | 'deskOidcSignIn'
  | 'deskOidcStepUp'
  | 'deskOidcReturn'
  | 'linkIdentity'
  | 'unlinkIdentity'

/** The provider's clock may be behind ours. */
const toleratedMs = 30_000

export const oidcRoutes: DeskHandlers<OidcEndpoint> = {
  deskSignInWays: async ({ config }) => ok({ data: { oidc: config.deskOidc && { label: config.deskOidc.label } } }),

  deskOidcSignIn: (context, { client }) => begin(context, client, { purpose: 'sign-in', sessionHash: null }),

  deskOidcStepUp: (context, { client, staff }) =>
    begin(context, client, { purpose: 'step-up', sessionHash: staff.tokenHash }),

  linkIdentity: (context, { client, staff }) =>
    begin(context, client, { purpose: 'link', sessionHash: staff.tokenHash }),

  deskOidcReturn: async (context, { body, client, staff }) => {
    const provider = context.config.deskOidc
    if (!provider) return refuse('not_found')
    const token = client.oidcToken
    client.keepOidcToken(null)
    const attempt = token === null ? null : await redeemAttempt(context.db, hashDeskToken(token))
    const purpose = attempt?.purpose ?? 'sign-in'
    const refuseAttempt = (code: 'oidc_refused' | 'oidc_not_linked' | 'oidc_taken' | 'oidc_unavailable') =>
      refuseSignIn(context, { staffId: staff?.staffId ?? null, action: `${actions[purpose]}:oidc`, code })
    if (!attempt || !isSameSession(attempt, staff)) return refuseAttempt('oidc_refused')
    const checked = await checkAnswer(provider, {
      ...wayOf(context, purpose),
      query: body.query,
      secrets: attempt,
      span: context.span,
    })
    if ('failure' in checked) {
      context.log.warn({ reason: checked.reason, purpose }, 'the identity provider proved nobody')
      return refuseAttempt(checked.failure === 'unavailable' ? 'oidc_unavailable' : 'oidc_refused')
    }
    const { proof } = checked
    if (purpose === 'step-up' && (proof.authenticatedAt ?? 0) < attempt.begunAt.getTime() - toleratedMs)
      return refuseAttempt('oidc_refused')
    return inTransaction(context.db, async (tx) => {
      if (purpose === 'link' && staff !== null) {
        if (!(await insertIdentity(tx, staff.staffId, proof))) return refuseAttempt('oidc_taken')
        const own = { staffId: staff.staffId, object: staffObject(staff.staffId) }
        await appendAudit(context, tx, { ...own, action: 'link:oidc', outcome: 'succeeded' })
        return ok({ data: { purpose } })
      }
      const found = await noteIdentityUse(tx, proof)
      if (!found || (staff !== null && purpose === 'step-up' && found.staffId !== staff.staffId))
        return refuseAttempt('oidc_not_linked')
      if (purpose === 'sign-in') client.keepSession(await beginSession(context, tx, { ...found, beganWith: 'oidc' }))
      if (purpose === 'step-up' && staff !== null) {
        await stepUpSession(tx, staff.tokenHash)
        const own = { staffId: staff.staffId, object: staffObject(staff.staffId) }
        await appendAudit(context, tx, { ...own, action: 'stepUp:oidc', outcome: 'succeeded' })
      }
      return ok({ data: { purpose } })
    })
  },

  unlinkIdentity: async ({ db, config }, { staff }) => {
    if (!config.deskOidc || !(await deleteIdentity(db, staff.staffId, config.deskOidc.issuer)))
      return refuse('not_found')
    return ok({ data: { done: true } })
  },
}

const wayOf = ({ config }: Context, purpose: OidcAttempt['purpose']) => ({
  returnAddress: `${config.publicUrl}/desk/oidc`,
  mustAskAgain: purpose === 'step-up',
})

const actions = { 'sign-in': 'signIn', 'step-up': 'stepUp', link: 'link' } as const

/** A step-up and a link are for the session in which they began. */
const isSameSession = ({ sessionHash }: OidcAttempt, staff: StaffSession | null): boolean =>
  sessionHash === null || staff?.tokenHash.equals(sessionHash) === true

/** Remembers what the answer must fit, and binds it to this browser. */
const begin = async (
  context: Context,
  client: DeskClient,
  { purpose, sessionHash }: Pick<OidcAttempt, 'purpose' | 'sessionHash'>,
): Promise<Result<{ data: { url: string } }>> => {
  const { deskOidc: provider } = context.config
  if (!provider) return refuse('not_found')
  const asked = await askProvider(provider, wayOf(context, purpose))
  if (!asked) return refuse('oidc_unavailable')
  const { token, tokenHash } = newDeskToken()
  await insertAttempt(context.db, tokenHash, { purpose, sessionHash, ...asked.secrets }, attemptSeconds)
  client.keepOidcToken(token)
  return ok({ data: { url: asked.url } })
}
