import { type PublicEndpoint, publicEndpoints } from '@kitewise/contract/public-api'
import type { JsonSchema } from './example-of.ts'
import { errorsOf } from './make-public-document.ts'
import { schemaOf } from './parts.ts'

/** The part of `packages/api-client` that follows the contract: each operation with its types, and where it is. */
export function writeClient(): string {
  const table: [string, PublicEndpoint][] = Object.entries(publicEndpoints)
  const places = table.map(([name, { method, path }]) => `  ${name}: { method: '${method}', path: '${path}' },\n`)
  const codes = [...new Set(table.flatMap(([, endpoint]) => errorsOf(endpoint)))].sort()
  return `// Generated from packages/contract by \`tsx scripts/openapi.ts\`.

/** New codes may be added. */
export type ErrorCode =
${codes.map((code) => `  | '${code}'`).join('\n')}

export type Operations = {
${table.map(([name, endpoint]) => typeOfOperation(name, endpoint)).join('\n')}
}

export const operations = {
${places.join('')}} as const satisfies Record<keyof Operations, { method: string; path: string }>
`
}

const typeOfOperation = (name: string, endpoint: PublicEndpoint): string =>
  `  /** ${endpoint.summary} Scope: \`${endpoint.scope}\`. */
  ${name}: {
    input: ${typeOf(inputOf(name, endpoint), '    ')}
    answer: ${typeOf(schemaOf(endpoint.answer, 'output'), '    ')}
  }`

/** Path, query and body as one object. @throws {Error} if two of them have a field of the same name */
const inputOf = (name: string, { params, query, body }: PublicEndpoint): JsonSchema => {
  const parts = [params, query, ...(body === null ? [] : [body])].map((shape) => schemaOf(shape, 'input'))
  const fields = parts.flatMap(({ properties = {} }) => Object.entries(properties))
  const properties = Object.fromEntries(fields)
  if (Object.keys(properties).length < fields.length) throw new Error(`${name} has two fields of the same name.`)
  return { type: 'object', properties, required: parts.flatMap(({ required = [] }) => required) }
}

/** @throws {Error} for a part of JSON Schema that it doesn't know */
function typeOf(schema: JsonSchema, indent: string): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeOf(choice, indent)).join(' | ')
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const types = [schema.type ?? []].flat().map((type) => {
    if (type === 'array') return `${typeOf(schema.items ?? {}, indent)}[]`
    if (type === 'object') return typeOfObject(schema, indent)
    return plainTypes.get(type)
  })
  if (types.length === 0 || types.includes(undefined)) throw new Error(`No type for ${JSON.stringify(schema)}`)
  return types.join(' | ')
}

const plainTypes = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
])

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

const typeOfObject = ({ properties = {}, required = [] }: JsonSchema, indent: string): string => {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const about = schema.description === undefined ? '' : `${indent}  /** ${schema.description} */\n`
    return `${about}${indent}  ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, `${indent}  `)}\n`
  })
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}${indent}}`
}
