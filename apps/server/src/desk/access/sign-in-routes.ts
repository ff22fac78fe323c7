import type { Context } from '../../context.ts'
import { ok, refuse } from '../../platform/result.ts'
import { inTransaction } from '../../database/transaction.ts'
import { note } from '../../telemetry/signals.ts'
import { findIdentity } from './identities.sql.ts'
import { beginSession, refuseSignIn } from './staff-sessions.ts'
import type { DeskHandlers } from './handler.ts'
import { askForPasskey, checkPasskey } from './passkeys.ts'
import { hashRecoveryCode } from './secrets.ts'
import { endDeskSession, stepUpSession } from './sessions.sql.ts'
import { countCodeAttempt, countRecoveryCodes, listPasskeys, redeemRecoveryCode } from './staff.sql.ts'

const done = () => ok({ data: { done: true as const } })

type SignInEndpoint =
  | 'deskMe'
  | 'deskSignInOptions'
  | 'deskSignIn'
  | 'deskSignInWithCode'
  | 'deskSignOut'
  | 'deskStepUpOptions'
  | 'deskStepUp'

export const signInRoutes: DeskHandlers<SignInEndpoint> = {
  deskMe: async (context, { staff }) => {
    const { db, config } = context
    const passkeys = await listPasskeys(db, staff.staffId)
    return ok({
      data: {
        id: staff.staffId,
        name: staff.name,
        email: staff.email,
        role: staff.role,
        steppedUpUntil: staff.steppedUpUntil?.getTime() ?? 0,
        sessionEndsAt: staff.endsAt.getTime(),
        passkeys: passkeys.map(({ id, label, createdAt, lastUsedAt }) => ({
          id,
          label,
          createdAt: createdAt.getTime(),
          lastUsedAt: lastUsedAt?.getTime() ?? null,
        })),
        oidc: await describeIdentity(context, staff.staffId),
        recoveryCodesLeft: await countRecoveryCodes(db, staff.staffId),
        environment: config.production ? ('production' as const) : ('development' as const),
      },
    })
  },

  deskSignInOptions: async (context) =>
    ok({ data: await askForPasskey(context, { purpose: 'sign-in', staffId: null }) }),

  deskSignIn: async (context, { body, client }) => {
    const found = await checkPasskey(context, body.passkey, { purpose: 'sign-in', staffId: null })
    if (!found) return refuseSignIn(context, { staffId: null, action: 'signIn:passkey', code: 'passkey_refused' })
    client.keepSession(
      await inTransaction(context.db, (tx) =>
        beginSession(context, tx, { staffId: found.staffId, beganWith: 'passkey' }),
      ),
    )
    return done()
  },

  deskSignInWithCode: async (context, { body, client }) => {
    const codeHash = hashRecoveryCode(context, body.code)
    const counted = await countCodeAttempt(context.db, body.email)
    const token = await inTransaction(context.db, async (tx) => {
      if (!counted || !(await redeemRecoveryCode(tx, counted.staffId, codeHash))) return null
      return beginSession(context, tx, { staffId: counted.staffId, beganWith: 'code' })
    })
    if (token === null)
      return refuseSignIn(context, {
        staffId: counted?.staffId ?? null,
        action: 'signIn:code',
        code: 'recovery_code_refused',
      })
    client.keepSession(token)
    return done()
  },

  deskSignOut: async ({ db }, { staff, client }) => {
    await endDeskSession(db, staff.tokenHash)
    client.keepSession(null)
    return done()
  },

  deskStepUpOptions: async (context, { staff }) =>
    ok({ data: await askForPasskey(context, { purpose: 'step-up', staffId: staff.staffId }) }),

  deskStepUp: async (context, { body, staff }) => {
    if (!(await checkPasskey(context, body.passkey, { purpose: 'step-up', staffId: staff.staffId }))) {
      note('signInRejected', { reason: 'passkey_refused' })
      return refuse('passkey_refused')
    }
    await stepUpSession(context.db, staff.tokenHash)
    return done()
  },
}

/** The own account at the identity provider; null if none is configured. */
const describeIdentity = async ({ db, config }: Context, staffId: string) => {
  if (!config.deskOidc) return null
  const found = await findIdentity(db, staffId, config.deskOidc.issuer)
  const linked = found && {
    email: found.email,
    createdAt: found.createdAt.getTime(),
    lastUsedAt: found.lastUsedAt?.getTime() ?? null,
  }
  return { label: config.deskOidc.label, linked }
}
