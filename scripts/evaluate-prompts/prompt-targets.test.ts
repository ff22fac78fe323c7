import { describe, expect, it } from 'vitest'
import type { Labelled } from '../measure-agreement.ts'
import { judgeLanguages, judgeTargets, targetScope } from './prompt-targets.ts'

const lines = (count: number, label: number, score: number, rest: Partial<Labelled> = {}): Labelled[] =>
  Array.from({ length: count }, () => ({ label, score, kind: 'good', language: 'en', prompt: 'Write.', ...rest }))

const missed = (pairs: Labelled[], rubric: 'author' | 'derived') =>
  judgeTargets(pairs, rubric)
    .filter(({ reached }) => !reached)
    .map(({ measure }) => measure)

describe('the targets', () => {
  it('are all reached by full agreement', () => {
    expect(missed([...lines(5, 5, 5), ...lines(5, 0, 0), ...lines(5, 3, 3)], 'author')).toEqual([])
  })

  it('ask more of authors’ rubrics than of derived ones', () => {
    const pairs = [...lines(8, 5, 5), ...lines(2, 5, 3), ...lines(2, 2, 2), ...lines(2, 0, 0)]
    expect(missed(pairs, 'author')).toEqual(['accuracy', 'recall of good', 'recall of short good'])
    expect(missed(pairs, 'derived')).toEqual([])
  })

  it('are missed by a single deception that passes, however good the rest', () => {
    const pairs = [...lines(200, 5, 5), ...lines(200, 1, 1), ...lines(1, 1, 4, { kind: 'injection' })]
    expect(missed(pairs, 'derived')).toEqual(['adversarial passes'])
  })

  it('are missed when many near misses pass', () => {
    const pairs = [...lines(100, 5, 5), ...lines(100, 0, 0), ...lines(4, 3, 3), ...lines(1, 3, 4)]
    expect(missed(pairs, 'author')).toEqual(['share of near misses passed'])
    expect(missed(pairs, 'derived')).toEqual([])
  })

  it('are only about deceptions where a derived rubric stands in for the author’s', () => {
    const pairs = [...lines(2, 5, 2), ...lines(1, 1, 4, { kind: 'copy' })]
    const scope = targetScope({ file: 'course-prompts', rubric: 'derived' })
    expect(judgeTargets(pairs, 'derived', scope).map(({ measure, reached }) => [measure, reached])).toEqual([
      ['adversarial passes', false],
    ])
    expect(targetScope({ file: 'course-prompts', rubric: 'author' })).toBe('all')
    expect(targetScope({ file: 'own-prompts.jsonl', rubric: 'derived' })).toBe('all')
  })

  it('look at every language for itself, without the few fresh lines', () => {
    const pairs = [...lines(20, 5, 5), ...lines(4, 5, 5, { language: 'ko' }), ...lines(1, 5, 2, { language: 'ko' })]
    const halves = pairs.map((pair) => ({ ...pair, part: 'test' }))
    const fresh = lines(1, 5, 2, { language: 'tr' }).map((pair) => ({ ...pair, part: 'fresh' }))
    expect(
      judgeLanguages([...halves, ...fresh]).map(({ measure, value, reached }) => [measure, value, reached]),
    ).toEqual([
      ['accuracy in en', 1, true],
      ['accuracy in ko', 0.8, false],
    ])
  })
})
