import { type ErrorCode, errorTable } from '@kitewise/contract/errors'
import { z } from 'zod'
import { exampleOf, type JsonSchema } from './example-of.ts'

/** What the documents of both APIs are made of. */
export function schemaOf(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _draft, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any', reused: 'inline' })
  // The part of JSON Schema that zod writes for our shapes.
  return schema as JsonSchema
}

export function json(schema: JsonSchema) {
  return { 'application/json': { schema, examples: { example: { value: exampleOf(schema) } } } }
}

export function parametersOf(shape: z.ZodType, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schemaOf(shape, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(schema.description !== undefined && { description: schema.description }),
    schema,
    example: exampleOf(schema, name),
  }))
}

/** The codes by their status, in its order. */
export function byStatus(codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  const found = new Map<number, ErrorCode[]>()
  for (const code of codes) found.set(errorTable[code].status, [...(found.get(errorTable[code].status) ?? []), code])
  return [...found].sort(([one], [other]) => one - other)
}

/** `issueCertificate` is "Issue certificate". */
export function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
