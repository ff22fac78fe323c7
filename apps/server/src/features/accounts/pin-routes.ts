import type { Handlers } from '../../http/handler.ts'
import { ok, refuse } from '../../result.ts'
import { findPinToken } from './find-pin-token.ts'
import { restorePin } from './restore-pin.ts'
import { setPin } from './set-pin.ts'

export const pinRoutes: Handlers<'setPin' | 'restorePin' | 'checkPinToken'> = {
  setPin: async (context, { body, session, bearer }) => {
    const outcome = await setPin(context, { ...body, session, bearer })
    return outcome.ok ? ok({ data: { isPinSetUp: true } }) : outcome
  },
  restorePin: async (context, { body }) => {
    await restorePin(context, body.email)
    return ok({ data: { sent: true } })
  },
  checkPinToken: async (context, { body }) => {
    const found = await findPinToken(context, body.token)
    return found ? ok({ data: found }) : refuse('invalid_token')
  },
}
