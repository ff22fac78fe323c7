import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { ok, refuse } from '../../platform/result.ts'
import { beginSession, endSessions, refuseSignIn } from './staff-sessions.ts'
import type { DeskHandlers } from './handler.ts'
import { askForStaffPasskey, checkStaffPasskey } from './passkeys.ts'
import { hashDeskToken, hashRecoveryCode, newDeskToken, newRecoveryCodes } from './secrets.ts'
import {
  deletePasskey,
  deleteWaysIn,
  findEnrolment,
  insertEnrolment,
  insertPasskey,
  listOtherOwners,
  markEnrolled,
  replaceRecoveryCodes,
  type StaffMember,
  unlockCodes,
  useEnrolment,
} from './staff.sql.ts'

const enrolmentHours = 48

/**
 * A link that enrols once within 48 hours, and allows recovery codes again. It voids earlier links.
 * @param isRecovery made by the command that lets staff back in
 */
export async function makeEnrolmentLink(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  staffId: string,
  isRecovery = false,
): Promise<{ link: string; expiresAt: number }> {
  const { token, tokenHash } = newDeskToken()
  const expiresAt = await insertEnrolment(tx, { staffId, tokenHash, isRecovery, hours: enrolmentHours })
  await unlockCodes(tx, staffId)
  // In the fragment, which browsers don't send: it's in no log.
  return { link: `${config.publicUrl}/desk/enrol#${token}`, expiresAt: expiresAt.getTime() }
}

/** Whoever runs commands on the server could let themselves in as an owner; the other owners notice. */
export async function tellOtherOwners(
  tx: Tx,
  { id, name, email, role }: StaffMember,
  template: 'staff_recovery_issued' | 'staff_recovery_used',
): Promise<void> {
  if (role !== 'owner') return
  for (const to of await listOtherOwners(tx, id))
    await queueMail(tx, { to, language: 'en', template, values: { name, email } })
}

const storeNewCodes = async (context: Context, tx: Tx, staffId: string): Promise<string[]> => {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    staffId,
    codes.map((code) => hashRecoveryCode(context, code)),
  )
  return codes
}

type EnrolmentEndpoint =
  | 'deskEnrolmentOptions'
  | 'deskEnrol'
  | 'addPasskeyOptions'
  | 'addPasskey'
  | 'removePasskey'
  | 'renewRecoveryCodes'

export const enrolmentRoutes: DeskHandlers<EnrolmentEndpoint> = {
  deskEnrolmentOptions: async (context, { body }) => {
    const staff = await findEnrolment(context.db, hashDeskToken(body.token))
    if (!staff) return refuse('invalid_token')
    const { name, email, role } = staff
    return ok({ data: { name, email, role, options: await askForStaffPasskey(context, staff) } })
  },

  // After a lost device the link is the only way in, so it voids all others.
  deskEnrol: async (context, { body, client }) => {
    const tokenHash = hashDeskToken(body.token)
    const staff = await findEnrolment(context.db, tokenHash)
    const action = 'signIn:enrolment'
    if (!staff) return refuseSignIn(context, { staffId: null, action, code: 'invalid_token' })
    const passkey = await checkStaffPasskey(context, context.db, body.passkey, staff.id)
    if (!passkey) return refuseSignIn(context, { staffId: staff.id, action, code: 'passkey_refused' })
    return inTransaction(context.db, async (tx) => {
      if (!(await useEnrolment(tx, tokenHash))) return refuse('invalid_token')
      await deleteWaysIn(tx, staff.id)
      await endSessions(context, tx, { staffId: staff.id, why: 'enrolment' })
      if (!(await insertPasskey(tx, { ...passkey, staffId: staff.id, label: 'First passkey' })))
        throw new Error('a new passkey has the ID of another one')
      const recoveryCodes = await storeNewCodes(context, tx, staff.id)
      await markEnrolled(tx, staff.id)
      if (staff.isRecovery) await tellOtherOwners(tx, staff, 'staff_recovery_used')
      client.keepSession(await beginSession(context, tx, { staffId: staff.id, beganWith: 'enrolment' }))
      return ok({ data: { recoveryCodes } })
    })
  },

  addPasskeyOptions: async (context, { staff }) => {
    const { staffId: id, name, email, role } = staff
    return ok({ data: await askForStaffPasskey(context, { id, name, email, role }) })
  },

  addPasskey: async (context, { body, staff }) => {
    if (staff.steppedUpUntil === null && !staff.isRecovering) return refuse('step_up_required')
    const passkey = await checkStaffPasskey(context, context.db, body.passkey, staff.staffId)
    if (!passkey) return refuse('passkey_refused')
    const isNew = await inTransaction(context.db, (tx) =>
      insertPasskey(tx, { ...passkey, staffId: staff.staffId, label: body.label }),
    )
    return isNew ? ok({ data: { done: true } }) : refuse('passkey_refused')
  },

  removePasskey: async (context, { body, staff }) => {
    const outcome = await inTransaction(context.db, (tx) => deletePasskey(tx, staff.staffId, body.id))
    if (outcome === 'deleted') return ok({ data: { done: true } })
    return refuse(outcome === 'last' ? 'last_passkey' : 'not_found')
  },

  renewRecoveryCodes: async (context, { staff }) =>
    ok({
      data: {
        recoveryCodes: await inTransaction(context.db, (tx) => storeNewCodes(context, tx, staff.staffId)),
      },
    }),
}
