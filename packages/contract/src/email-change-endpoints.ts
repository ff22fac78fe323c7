import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'

/** What a link in a mail carries. Whatever else is sent along, an address for instance, is ignored. */
const linkToken = z.object({ token: z.string().max(200) })

/** Proving again who one is, and moving an account to another address. */
export const emailChangeEndpoints = {
  reauthenticate: endpoint({
    method: 'POST',
    path: '/api/product-user/reauthenticate',
    limit: 'login',
    body: z.object({ pin: z.string().max(20) }),
    answer: data(z.object({ reauthenticated: z.literal(true) })),
    errors: ['unauthorized', 'wrong_pin', 'check_mailbox'],
    summary: 'Makes the session as good as a new sign-in, by its PIN. Counted like sign-ins.',
  }),
  generateChangeEmailToken: endpoint({
    method: 'POST',
    path: '/api/product-user/generate-change-email-token',
    fresh: true,
    body: z.object({ newEmail: z.string().max(254) }),
    answer: data(z.object({ sent: z.literal(true) })),
    errors: ['unauthorized', 'reauthenticate', 'invalid_email', 'same_email'],
    summary: 'Mails a link to the new address. Answers the same when somebody else has that address.',
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/api/product-user/confirm-email-change',
    auth: 'public',
    limit: 'login',
    body: linkToken,
    answer: data(z.object({ email: z.string() })),
    errors: ['invalid_token', 'email_taken'],
    summary:
      'Changes the address, by the token mailed to the new one, while the session that asked is alive. Ends the others.',
  }),
  undoEmailChange: endpoint({
    method: 'POST',
    path: '/api/product-user/undo-email-change',
    auth: 'public',
    limit: 'login',
    body: linkToken,
    answer: data(z.object({ email: z.string(), pinSetupToken: z.string() })),
    errors: ['invalid_token', 'email_taken'],
    summary:
      'Gives an account its old address back, by the token mailed there. Ends every session and removes the PIN; `pinSetupToken` sets a new one.',
  }),
}
