import type { Handlers } from '../../platform/handler.ts'
import { ok, refuse } from '../../platform/result.ts'
import { confirmDevice } from './confirm-device.ts'
import { findPinToken } from './find-pin-token.ts'
import { restorePin } from './restore-pin.ts'
import { setPin } from './set-pin.ts'

export const pinRoutes: Handlers<'setPin' | 'restorePin' | 'checkPinToken' | 'confirmDevice'> = {
  setPin: async (context, { body, session, bearer, client }) => {
    const outcome = await setPin(context, { ...body, session, bearer, deviceToken: client.deviceToken })
    if (!outcome.ok) return outcome
    if (outcome.value.deviceToken !== null) client.rememberDevice(outcome.value.deviceToken)
    return ok({ data: { isPinSetUp: true } })
  },
  restorePin: async (context, { body, client }) => {
    await restorePin(context, { email: body.email, networkKey: client.networkKey })
    return ok({ data: { sent: true } })
  },
  confirmDevice: async (context, { body, client }) => {
    const outcome = await confirmDevice(context, { token: body.token, deviceToken: client.deviceToken })
    if (!outcome.ok) return outcome
    client.rememberDevice(outcome.value.deviceToken)
    return ok({ data: { email: outcome.value.email } })
  },
  checkPinToken: async (context, { body }) => {
    const found = await findPinToken(context, body.token)
    return found ? ok({ data: found }) : refuse('invalid_token')
  },
}
