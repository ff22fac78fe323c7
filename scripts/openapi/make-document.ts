import { z } from 'zod'
import { endpoints, type Endpoint } from '@kitewise/contract/endpoints'
import { errorTable, type ErrorCode } from '@kitewise/contract/errors'
import { exampleOf, type JsonSchema } from './example-of.ts'

/** Errors that every endpoint can return. */
const everywhere: ErrorCode[] = ['invalid_request', 'too_many_requests', 'internal_error', 'unavailable']

const schemaOf = (shape: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _draft, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any', reused: 'inline' })
  // The part of JSON Schema that zod writes for our shapes.
  return schema as JsonSchema
}

const json = (schema: JsonSchema) => ({
  'application/json': { schema, examples: { example: { value: exampleOf(schema) } } },
})

const parametersOf = (shape: z.ZodType, place: 'path' | 'query') => {
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as JsonSchema & { required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
    example: exampleOf(schema, name),
  }))
}

const failuresOf = (endpoint: Endpoint) => {
  const byStatus = new Map<number, ErrorCode[]>()
  const codes: ErrorCode[] = [...endpoint.errors, ...everywhere]
  if (endpoint.body) codes.push('payload_too_large', 'unsupported_media_type')
  for (const code of codes)
    byStatus.set(errorTable[code].status, [...(byStatus.get(errorTable[code].status) ?? []), code])
  const sorted = [...byStatus].sort(([one], [other]) => one - other)
  return Object.fromEntries(
    sorted.map(([status, names]) => [
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

/** `issueCertificate` is "Issue certificate". */
const titleOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

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
