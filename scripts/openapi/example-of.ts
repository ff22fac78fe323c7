/** Examples for the API as a document, made from the schemas. `make-document.test.ts` checks each one against its schema. */

/** The part of JSON Schema that zod writes. */
export type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  required?: string[]
  description?: string
  examples?: unknown[]
}

/** @param name of the property, which often says what it is about */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.examples) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? choices[0] ?? {}, name)
  const [type = 'null'] = [schema.type ?? []].flat()
  return byType[type]?.(schema, name) ?? null
}

const exampleOfArray = ({ items, prefixItems, minItems = 1 }: JsonSchema, name: string): unknown[] =>
  prefixItems
    ? prefixItems.map((item) => exampleOf(item, name))
    : Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items ?? {}, name.replace(/s$/, '')))

const exampleOfNumber = ({ minimum = 0, exclusiveMinimum = -1, maximum = Infinity }: JsonSchema): number =>
  Math.min(maximum, Math.max(1, minimum, exclusiveMinimum + 1))

const exampleOfObject = ({ properties = {} }: JsonSchema): object =>
  Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, exampleOf(value, key)]))

const byFormat: Record<string, string> = {
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  date: '2026-11-26',
  'date-time': '2026-11-26T09:30:00.000Z',
  email: 'ada@kitewise.example',
  uri: 'https://kitewise.example/dashboard',
}

const byName: Record<string, string> = {
  email: 'ada@kitewise.example',
  newEmail: 'ada.lovelace@kitewise.example',
  name: 'Ada Lovelace',
  firstName: 'Ada',
  language: 'en',
  lang: 'en',
  prompt: 'Write a short note to my neighbors about the lift. It is out of order until Friday.',
  message: 'The second lesson helped me at work.',
  title: 'Ask so that you get an answer',
  courseName: 'AI from zero',
  timeZone: 'Europe/Kyiv',
  currency: 'eur',
  country: 'CY',
  certificateUrl: '/certificates/0123456789abcdef0123456789abcdef',
  pdfUrl: '/api/certificates/0123456789abcdef0123456789abcdef/pdf',
  badgeUrl: '/api/certificates/0123456789abcdef0123456789abcdef/badge',
}

/** One of them fits each pattern of the contract; a pattern that none fits stops the generation. */
const candidates = [
  'ai-zero',
  '4826',
  '1',
  '2026-11-26',
  'GIFT-CODE-2026',
  'kitewise.example',
  '0123456789abcdef'.repeat(2),
  `in_${'0123456789abcdef'.repeat(2)}`,
]

const exampleOfText = (schema: JsonSchema, name: string): string => {
  const { format = '', pattern, minLength = 0, maxLength = Infinity } = schema
  const repeated = [...new Set([minLength, ...numbersIn(pattern ?? '')])].map((length) => 'a'.repeat(length))
  const matches = (text: string): boolean =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
  const found = [byName[name], byFormat[format], ...candidates, ...repeated].find(
    (text) => text !== undefined && matches(text),
  )
  if (found === undefined) throw new Error(`No example for ${name}: ${JSON.stringify(schema)}`)
  return found
}

/** The lengths that a pattern asks for. */
const numbersIn = (pattern: string): number[] => [...pattern.matchAll(/\{(\d+)/g)].map(([, length]) => Number(length))

const byType: Record<string, (schema: JsonSchema, name: string) => unknown> = {
  object: exampleOfObject,
  array: exampleOfArray,
  integer: exampleOfNumber,
  number: exampleOfNumber,
  boolean: () => true,
  string: exampleOfText,
}
