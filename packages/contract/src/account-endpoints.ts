import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'

/** Rows as the database has them, by table; what is secret is left out. */
const records = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

/** Leaving, and taking one's data along. Neither needs a subscription. */
export const accountEndpoints = {
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/product-user/delete-account',
    fresh: true,
    answer: data(z.object({ deleted: z.literal(true), restorableUntil: z.iso.datetime() })),
    errors: ['unauthorized', 'reauthenticate'],
    summary:
      'Deactivates the account at once and cancels billing. A sign-in within 28 days undoes it; then all is erased.',
  }),
  exportData: endpoint({
    method: 'GET',
    path: '/api/product-user/export',
    fresh: true,
    answer: data(z.object({ exportedAt: z.iso.datetime(), records })),
    errors: ['unauthorized', 'reauthenticate'],
    summary: 'Everything that is held about the learner, as a file to download. Hashes and tokens are left out.',
  }),
}
