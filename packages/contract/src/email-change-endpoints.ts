import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'

/** Proving again who one is. */
export const emailChangeEndpoints = {
  reauthenticate: endpoint({
    method: 'POST',
    path: '/api/product-user/reauthenticate',
    limit: 'login',
    body: z.object({ pin: z.string().max(20) }),
    answer: data(z.object({ reauthenticated: z.literal(true) })),
    errors: ['unauthorized', 'wrong_pin'],
    summary: 'Makes the session as good as a new sign-in, by its PIN. Counted like sign-ins.',
  }),
}
