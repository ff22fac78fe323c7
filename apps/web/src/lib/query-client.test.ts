import { expect, it } from 'vitest'
import { ApiError, NetworkError } from './api-client.ts'
import { isWorthRetrying } from './query-client.ts'

const refusal = (status: number): ApiError => new ApiError(status, 'unknown', '', null, undefined)

it.each([
  [0, refusal(404), false],
  [0, refusal(429), false],
  [0, refusal(503), true],
  [1, new NetworkError(''), true],
  [2, new NetworkError(''), false],
])('after %i failures, %s: retry is %s', (failures, error, expected) => {
  expect(isWorthRetrying(failures, error)).toBe(expected)
})
