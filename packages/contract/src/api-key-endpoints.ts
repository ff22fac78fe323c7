import { z } from 'zod'
import { apiScopes, longestKeyDays } from './choices.ts'
import { data, providerEndpoint } from './endpoint.ts'
import { typedLine } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

const params = z.object({ organizationId: z.uuid() })
const one = params.extend({ keyId: z.uuid() })
const usual = ['unauthorized', 'not_found', 'forbidden', 'reauthenticate'] as const
const path = '/api/organizations/{organizationId}/api-keys'

/** Times are Unix seconds. */
const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** The last characters of the secret. */
  hint: z.string(),
  /** The maker's address; null once the account is gone. */
  createdBy: z.string().nullable(),
  createdAt: z.number().int(),
  expiresAt: z.number().int(),
  /** To the minute; null before the first use. */
  lastUsedAt: z.number().int().nullable(),
  /** When the secret before the last rotation stops to work; null if none works. */
  oldSecretEndsAt: z.number().int().nullable(),
  requestsPerMinute: z.int(),
})

const withSecret = data(apiKey.extend({ secret: z.string() }))

/** Keys to the public API. For owners. */
export const apiKeyEndpoints = {
  listApiKeys: providerEndpoint({
    method: 'GET',
    path,
    params,
    answer: data(z.array(apiKey)),
    errors: ['unauthorized', 'not_found', 'forbidden'],
    summary: "The organization's keys that work, the oldest first.",
  }),
  createApiKey: providerEndpoint({
    method: 'POST',
    path,
    fresh: true,
    params,
    body: z.object({
      name: typedLine(textLimits.apiKeyName),
      scopes: z.array(z.enum(apiScopes)).min(1).max(apiScopes.length),
      days: z.int().min(1).max(longestKeyDays),
    }),
    answer: withSecret,
    errors: [...usual, 'too_many_api_keys'],
    summary: 'A new key, which works for so many days. The secret is shown once. At most 50 keys at a time.',
  }),
  rotateApiKey: providerEndpoint({
    method: 'POST',
    path: `${path}/{keyId}/rotate`,
    fresh: true,
    params: one,
    answer: withSecret,
    errors: usual,
    summary:
      'Another secret for a key, shown once. The one before works for 24 hours more; an earlier one ends at once.',
  }),
  revokeApiKey: providerEndpoint({
    method: 'DELETE',
    path: `${path}/{keyId}`,
    fresh: true,
    params: one,
    answer: data(z.object({ done: z.literal(true) })),
    errors: usual,
    summary: 'Ends a key at once.',
  }),
}

export type ApiKey = z.infer<typeof apiKey>
