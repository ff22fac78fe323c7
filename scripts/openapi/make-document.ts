import { endpoints, type Endpoint } from '@kitewise/contract/endpoints'
import { errorTable, type ErrorCode } from '@kitewise/contract/errors'
import { byStatus, json, parametersOf, schemaOf, titleOf } from './parts.ts'

/** Errors that every endpoint can return. */
const everywhere: ErrorCode[] = ['invalid_request', 'too_many_requests', 'internal_error', 'unavailable']

const failuresOf = (endpoint: Endpoint) => {
  const codes: ErrorCode[] = [...endpoint.errors, ...everywhere]
  if (endpoint.body) codes.push('payload_too_large', 'unsupported_media_type')
  return Object.fromEntries(
    byStatus(codes).map(([status, names]) => [
      status,
      {
        description: names.join(', '),
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: examplesOf(names) },
        },
      },
    ]),
  )
}

const examplesOf = (names: readonly ErrorCode[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]))

const everyError = () =>
  Object.fromEntries(
    Object.entries(errorTable).map(([name, { status, message }]) => [
      name,
      { value: { data: null, error: { status, name, message } } },
    ]),
  )

/** The part of the path that names the subject. */
const tagOf = (path: string): string => path.split('/')[2] ?? 'other'

const operationOf = (name: string, endpoint: Endpoint) => ({
  operationId: name,
  summary: titleOf(name),
  description: endpoint.summary,
  tags: [tagOf(endpoint.path)],
  security: { public: [], optional: [{}, { bearer: [] }], session: [{ bearer: [] }], 'pin-setup': [{ bearer: [] }] }[
    endpoint.auth
  ],
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
  ...(endpoint.body ? { requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input')) } } : {}),
  responses: {
    200: { description: 'Success', content: json(schemaOf(endpoint.answer, 'output')) },
    ...failuresOf(endpoint),
  },
})

const errorSchema = {
  type: 'object',
  required: ['data', 'error'],
  properties: {
    data: { type: 'null' },
    error: {
      type: 'object',
      required: ['status', 'name', 'message'],
      properties: {
        status: { type: 'integer' },
        name: { enum: Object.keys(errorTable) },
        message: { type: 'string' },
        details: {},
      },
    },
  },
}

/** The API as OpenAPI 3.1, with an example of every request, answer and error. */
export function makeDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kitewise',
      version: '1',
      description: 'Generated from packages/contract by `tsx scripts/openapi.ts`.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: errorSchema },
      examples: everyError(),
    },
  }
}
