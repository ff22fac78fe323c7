import { STATUS_CODES } from 'node:http'
import { type ErrorCode, errorTable } from '@kitewise/contract/errors'
import { errorsEverywhere, errorsOfWrites, type PublicEndpoint, publicEndpoints } from '@kitewise/contract/public-api'
import { byStatus, json, parametersOf, schemaOf, titleOf } from './parts.ts'

/** Every error that an endpoint can return, the rarest first. */
export function errorsOf({ method, errors }: PublicEndpoint): ErrorCode[] {
  return [...new Set([...errors, ...(method === 'GET' ? [] : errorsOfWrites), ...errorsEverywhere])]
}

const tags = {
  'people:read': 'people',
  'progress:read': 'progress',
  'people:write': 'changes',
} as const satisfies Record<PublicEndpoint['scope'], string>

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'For 24 hours, the same key with the same request gets the same answer without a second effect.',
  schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[\\x21-\\x7e]+$' },
  example: '0f8fad5b-d9cb-469f-a165-70867728950e',
}

const limitHeaders = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

const failuresOf = (endpoint: PublicEndpoint) =>
  Object.fromEntries(
    byStatus(errorsOf(endpoint)).map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        // Without a key, nothing is counted.
        headers: {
          ...(status !== 401 && limitHeaders),
          ...(status === 429 && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
        },
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  )

const operationOf = (name: string, endpoint: PublicEndpoint) => ({
  operationId: name,
  summary: titleOf(name),
  description: `${endpoint.summary}\n\nScope: \`${endpoint.scope}\`.`,
  tags: [tags[endpoint.scope]],
  security: [{ key: [endpoint.scope] }],
  parameters: [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.method === 'GET' ? [] : [idempotencyKey]),
  ],
  ...(endpoint.body && { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } }),
  responses: {
    200: { description: 'Success', headers: limitHeaders, content: json(schemaOf(endpoint.answer, 'output')) },
    ...failuresOf(endpoint),
  },
})

const problemOf = (code: ErrorCode) => {
  const { status, message } = errorTable[code]
  return { type: 'about:blank', title: STATUS_CODES[status], status, detail: message, code }
}

const problemSchema = (codes: readonly ErrorCode[]) => ({
  type: 'object',
  description: 'Problem details (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'An English sentence.' },
    code: { enum: codes, description: 'Stable; more may be added.' },
    details: { description: 'The wrong fields, or the missing scope.' },
  },
})

const headers = {
  RateLimit: {
    description: 'How many requests are left (`r`), and in how many seconds the count starts anew (`t`).',
    schema: { type: 'string' },
    example: '"key";r=119;t=60',
  },
  RateLimitPolicy: {
    description: 'Requests (`q`) in so many seconds (`w`), for each key.',
    schema: { type: 'string' },
    example: '"key";q=120;w=60',
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 60 },
}

const about = `For programs of an organization, with a key that an owner makes under Team → Settings → API keys.

- **Pages.** Send \`next\` as \`cursor\`; it's null at the end.
- **Errors** are problem details (RFC 9457). \`code\` is stable.
- **Versions.** Within v1, things are only added: ignore fields and values that you don't know.

Generated from packages/contract by \`tsx scripts/openapi.ts\`.`

/** The public API of organizations as OpenAPI 3.1, with an example of every request, answer and error. */
export function makePublicDocument() {
  const table: [string, PublicEndpoint][] = Object.entries(publicEndpoints)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of table)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  const codes = [...new Set(table.flatMap(([, endpoint]) => errorsOf(endpoint)))].sort()
  return {
    openapi: '3.1.0',
    info: { title: 'Kitewise for organizations', version: '1', description: about },
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key of the organization, `kw_live_…`, with the scope.' },
      },
      schemas: { Problem: problemSchema(codes) },
      headers,
      examples: Object.fromEntries(codes.map((code) => [code, { value: problemOf(code) }])),
    },
  }
}
