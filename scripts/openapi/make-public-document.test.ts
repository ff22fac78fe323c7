import { STATUS_CODES } from 'node:http'
import { errorTable } from '@kitewise/contract/errors'
import { errorsEverywhere, errorsOfWrites, type PublicEndpoint, publicEndpoints } from '@kitewise/contract/public-api'
import { describe, expect, it } from 'vitest'
import { makePublicDocument } from './make-public-document.ts'

const { paths, components } = makePublicDocument()
type Content<Type extends string> = { content: Record<Type, { examples: Record<string, Example> }> }
type Example = { $ref: string; value?: unknown }
type Operation = {
  description: string
  security: unknown
  parameters: { name: string; in: string; required: boolean; example: unknown }[]
  requestBody?: Content<'application/json'>
  responses: Record<string, Content<'application/json' | 'application/problem+json'>>
}
const table = Object.entries(publicEndpoints) as [string, PublicEndpoint][]
const exampleIn = ({ content }: Content<'application/json'>) => content['application/json'].examples.example?.value
const parametersIn = ({ parameters }: Operation, place: string) =>
  Object.fromEntries(parameters.filter((one) => one.in === place).map(({ name, example }) => [name, example]))

describe('the API of organizations as a document', () => {
  it.each(table)('describes %s, with its scope, a request, an answer and errors that fit', (_name, endpoint) => {
    // The document is made of these parts; its own type is that of any JSON.
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation
    expect(operation.description).toContain(endpoint.summary)
    expect(operation.security).toEqual([{ key: [endpoint.scope] }])
    expect(endpoint.params.safeParse(parametersIn(operation, 'path')).error).toBe(undefined)
    const query = parametersIn(operation, 'query')
    const sent = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
    expect(endpoint.query.safeParse(sent).error).toBe(undefined)
    const isWrite = endpoint.method !== 'GET'
    expect(Object.keys(parametersIn(operation, 'header'))).toEqual(isWrite ? ['Idempotency-Key'] : [])
    const body = operation.requestBody && exampleIn(operation.requestBody)
    expect(endpoint.body?.safeParse(body).error).toBe(undefined)
    const { 200: success, ...failures } = operation.responses
    expect(endpoint.answer.safeParse(success && exampleIn(success)).error).toBe(undefined)
    const shown = Object.entries(failures).flatMap(([status, { content }]) =>
      Object.entries(content['application/problem+json'].examples).map(([code, { $ref }]) => {
        const problem = components.examples[$ref.replace('#/components/examples/', '')]?.value
        const { status: known, message } = errorTable[code as keyof typeof errorTable]
        const title = STATUS_CODES[known]
        expect(problem).toEqual({ type: 'about:blank', title, status: known, detail: message, code })
        expect(String(known)).toBe(status)
        return code
      }),
    )
    const wanted = [...endpoint.errors, ...errorsEverywhere, ...(isWrite ? errorsOfWrites : [])]
    expect(shown.sort()).toEqual([...new Set(wanted)].sort())
  })
})
