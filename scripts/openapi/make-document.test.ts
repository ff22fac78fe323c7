import { endpoints, type Endpoint } from '@kitewise/contract/endpoints'
import { errorTable } from '@kitewise/contract/errors'
import { describe, expect, it } from 'vitest'
import { makeDocument } from './make-document.ts'

const { paths, components } = makeDocument()
type Content = { content: { 'application/json': { examples: Record<string, Example> } } }
type Example = { $ref: string; value?: unknown }
type Operation = {
  description: string
  parameters: { name: string; in: 'path' | 'query'; example: unknown }[]
  requestBody?: Content
  responses: Record<string, Content>
}
const table = Object.entries(endpoints) as [string, Endpoint][]
// The document is made of these parts; its own type is that of any JSON.
const operationOf = ({ path, method }: Endpoint) => paths[path]?.[method.toLowerCase()] as Operation
const exampleIn = ({ content }: Content): unknown => content['application/json'].examples.example?.value
const parametersIn = ({ parameters }: Operation, place: 'path' | 'query') =>
  Object.fromEntries(parameters.filter((one) => one.in === place).map(({ name, example }) => [name, example]))

describe('the API as a document', () => {
  it.each(table)('describes %s, with a request, an answer and errors that fit the contract', (_name, endpoint) => {
    const operation = operationOf(endpoint)
    expect(operation.description).toMatch(/\.$/)
    expect(endpoint.params.safeParse(parametersIn(operation, 'path')).error).toBe(undefined)
    expect(endpoint.query.safeParse(parametersIn(operation, 'query')).error).toBe(undefined)
    const body = operation.requestBody && exampleIn(operation.requestBody)
    expect(endpoint.body?.safeParse(body).error).toBe(undefined)
    const { 200: success, ...failures } = operation.responses
    expect(endpoint.answer.safeParse(success && exampleIn(success)).error).toBe(undefined)
    const shown = Object.entries(failures).flatMap(([status, { content }]) =>
      Object.entries(content['application/json'].examples).map(([name, { $ref }]) => {
        const { error } = components.examples[$ref.replace('#/components/examples/', '')]?.value ?? {}
        expect(error).toEqual({ name, ...errorTable[name as keyof typeof errorTable] })
        expect(String(error?.status)).toBe(status)
        return name
      }),
    )
    expect(shown).toEqual(expect.arrayContaining([...endpoint.errors, 'invalid_request', 'internal_error']))
  })
})
