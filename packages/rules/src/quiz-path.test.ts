import { assert, integer, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstQuizPlace, nextQuizPath, parseQuizPath, quizBackPath, quizPath, settleQuizPlace } from './quiz-path.ts'

const stepCounts: Record<string, number> = { '1-1': 12, '2-1': 10 }
const stepCountOf = (variant: number, version: number) => stepCounts[`${variant}-${version}`] ?? null
const settle = (path: string) => quizPath(settleQuizPlace(parseQuizPath(path), stepCountOf))
const number = integer({ min: 1, max: 9999 })

describe('path of a quiz step', () => {
  it('is parsed as it was built', () => {
    expect(quizPath({ variant: 2, step: 7, version: 3 })).toBe('/quiz/f2/7/v3')
    assert(
      property(record({ variant: number, step: number, version: number }), (place) => {
        expect(parseQuizPath(quizPath(place))).toEqual(place)
      }),
    )
  })

  it.each([
    '/quiz/f1/1/v1/',
    '/quiz/f1/1',
    '/quiz/1/1/1',
    '/quiz/f01/1/v1',
    '/quiz/f1/0/v1',
    '/quiz/f1/-1/v1',
    '/quiz/f1/1.5/v1',
    '/quiz/f1/processing/v1',
    '/quiz/f1/12345/v1',
    '/x/quiz/f1/1/v1',
  ])('is not matched by %s', (path) => {
    expect(parseQuizPath(path)).toBeNull()
  })

  it('is rebuilt unchanged whenever it can be parsed', () => {
    assert(
      property(string(), (text) => {
        const place = parseQuizPath(text)
        expect(place === null || quizPath(place) === text).toBe(true)
      }),
    )
  })
})

describe('quiz navigation', () => {
  it.each([
    ['/quiz/f1/1/v1', '/quiz/f1/1/v1'],
    ['/quiz/f1/12/v1', '/quiz/f1/12/v1'],
    ['/quiz/f2/10/v1', '/quiz/f2/10/v1'],
    ['/quiz/f2/1/v1', '/quiz/f2/1/v1'],
    ['/quiz/f1/13/v1', '/quiz/f1/1/v1'],
    ['/quiz/f2/11/v1', '/quiz/f1/1/v1'],
    ['/quiz/f2/3/v2', '/quiz/f1/1/v1'],
    ['/quiz/f9/1/v1', '/quiz/f1/1/v1'],
    ['/quiz/f1/0/v1', '/quiz/f1/1/v1'],
    ['/quiz', '/quiz/f1/1/v1'],
  ])('%s → %s', (asked, given) => {
    expect(settle(asked)).toBe(given)
  })

  it('starts over from a step before the first', () => {
    expect(settleQuizPlace({ variant: 1, step: 0, version: 1 }, stepCountOf)).toEqual(firstQuizPlace)
  })

  it('leads back from step 1 to the start page and from step n to n - 1 of the same quiz', () => {
    expect(quizBackPath(firstQuizPlace)).toBe('/')
    expect(quizBackPath({ variant: 2, step: 2, version: 3 })).toBe('/quiz/f2/1/v3')
  })

  it('leads on from each step but the last', () => {
    expect(nextQuizPath({ variant: 2, step: 9, version: 1 }, 10)).toBe('/quiz/f2/10/v1')
    expect(nextQuizPath({ variant: 2, step: 10, version: 1 }, 10)).toBeNull()
  })
})
