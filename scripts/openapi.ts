/** Writes docs/openapi.json from the endpoint table. `--check` writes nothing and fails if the file is out of date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { endpoints, type Endpoint } from '@kitewise/contract/endpoints'
import { errorTable, type ErrorCode } from '@kitewise/contract/errors'

const file = new URL('../docs/openapi.json', import.meta.url)

/** Errors that every endpoint can return. */
const everywhere: ErrorCode[] = ['invalid_request', 'too_many_requests', 'internal_error', 'unavailable']

const schemaOf = (shape: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _draft, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return schema
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

const parametersOf = (shape: z.ZodType, place: 'path' | 'query') => {
  const { properties = {}, required = [] } = schemaOf(shape, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
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
      { description: names.join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  )
}

const operationOf = (name: string, endpoint: Endpoint) => ({
  operationId: name,
  summary: endpoint.summary,
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

const makeDocument = () => {
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
    },
  }
}

const wanted = `${JSON.stringify(makeDocument(), null, 2)}\n`
if (!process.argv.includes('--check')) {
  writeFileSync(file, wanted)
} else if (readFileSync(file, 'utf8') !== wanted) {
  console.error('docs/openapi.json is not what the contract says. Run: npx tsx scripts/openapi.ts')
  process.exit(1)
}
