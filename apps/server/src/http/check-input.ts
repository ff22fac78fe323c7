import type { Endpoint } from '@kitewise/contract/endpoints'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '../platform/result.ts'
import { RequestRefused } from './request-error.ts'

type Input = { params: unknown; query: unknown; body: unknown }

/**
 * Makes the check of an endpoint's input: params, query and body, stripped to what the contract names. It throws
 * `invalid_request` with the fields that are wrong, at most 20.
 */
export const makeInputCheck = ({
  params,
  query,
  body,
}: Pick<Endpoint, 'params' | 'query' | 'body'>): ((request: FastifyRequest) => Input) => {
  const checkParams = makeShapeCheck('path', params)
  const checkQuery = makeShapeCheck('query', query)
  const checkBody = body === null ? () => null : makeShapeCheck('body', body)
  return (request) => ({
    params: checkParams(request.params),
    query: checkQuery(request.query),
    body: checkBody(request.body),
  })
}

const makeShapeCheck = (place: 'path' | 'query' | 'body', shape: z.ZodType): ((value: unknown) => unknown) => {
  const checkWhole = (value: unknown): unknown => {
    const checked = shape.safeParse(value)
    if (checked.success) return checked.data
    const details = checked.error.issues.map(({ path, message }) => ({ field: [place, ...path].join('.'), message }))
    throw new RequestRefused(refuse('invalid_request', details.slice(0, 20)))
  }
  // Path and query are always objects of texts. A shape without fields either takes all of one or nothing of it.
  if (place === 'body' || !hasNoFields(shape)) return checkWhole
  return keepsUnknown(shape) ? (value) => value : () => ({})
}

const hasNoFields = (shape: z.ZodType): shape is z.ZodObject =>
  shape instanceof z.ZodObject && Object.keys(shape.shape).length === 0

const keepsUnknown = (shape: z.ZodObject): boolean => shape.def.catchall instanceof z.ZodUnknown
