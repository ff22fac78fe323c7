import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { requestEmailChange } from './request-email-change.ts'
import { undoEmailChange } from './undo-email-change.ts'

export const emailChangeRoutes: Handlers<'generateChangeEmailToken' | 'confirmEmailChange' | 'undoEmailChange'> = {
  generateChangeEmailToken: async (context, { body, session, client }) => {
    const { networkKey } = client
    const outcome = await requestEmailChange(context, { session, newEmail: body.newEmail, networkKey })
    return outcome.ok ? ok({ data: { sent: true } }) : outcome
  },
  confirmEmailChange: async (context, { body }) => {
    const outcome = await confirmEmailChange(context, body.token)
    return outcome.ok ? ok({ data: outcome.value }) : outcome
  },
  undoEmailChange: async (context, { body }) => {
    const outcome = await undoEmailChange(context, body.token)
    return outcome.ok ? ok({ data: outcome.value }) : outcome
  },
}
