import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'

export const pinEndpoints = {
  setPin: endpoint({
    method: 'POST',
    path: '/api/product-user/set-pin',
    auth: 'pin-setup',
    limit: 'login',
    body: z.object({ pin: z.string().regex(/^\d{4}$/), email: z.string().max(254) }),
    answer: data(z.object({ isPinSetUp: z.literal(true) })),
    errors: ['unauthorized', 'invalid_token', 'wrong_email', 'reauthenticate', 'pin_too_easy'],
    summary: 'Sets the PIN, with a fresh session of that user or a pin-setup token as proof.',
  }),
  restorePin: endpoint({
    method: 'POST',
    path: '/api/product-user/restore-pin',
    auth: 'public',
    limit: 'login',
    body: z.object({ email: z.string().max(254) }),
    answer: data(z.object({ sent: z.literal(true) })),
    summary: 'Mails a link to set a new PIN, if the address has an account. Always answers the same.',
  }),
  confirmDevice: endpoint({
    method: 'POST',
    path: '/api/product-user/confirm-device',
    auth: 'public',
    limit: 'login',
    body: z.object({ token: z.string().max(200) }),
    answer: data(z.object({ email: z.string() })),
    errors: ['invalid_token'],
    summary: 'Uses the link of a new_device mail up: this browser is known from now on. The PIN is still asked for.',
  }),
  checkPinToken: endpoint({
    method: 'POST',
    path: '/api/product-user/check-pin-token',
    auth: 'public',
    limit: 'login',
    body: z.object({ token: z.string().max(200) }),
    answer: data(z.object({ email: z.string() })),
    errors: ['invalid_token'],
    summary: 'Whose PIN a mailed link may set. Does not use the link up.',
  }),
}
