import { afterEach, describe, expect, it } from 'vitest'
import { readContentFolder } from '@kitewise/content/read-content-folder'
import { makeContentFolder, readSample } from '../../../content/src/test-support/content-folder.ts'
import { describeQuality, measureQuality, measureReading } from './describe-quality.ts'

const made: (() => void)[] = []
afterEach(() => made.splice(0).forEach((remove) => remove()))

const lesson = 'courses/tea/lessons/l01-water'
const fact = (day: string) =>
  `---\nfact: kettles\nlocale: en\ntitle: Kettles\nreviewedOn: ${day}\n---\n\nThey whistle.\n`
const inSpanish = (path: string) =>
  readSample(path).replace('language: en', 'language: es').replace('locale: en', 'locale: es')

function measure(changes: Record<string, string> = {}) {
  const { folder, remove } = makeContentFolder(changes)
  made.push(remove)
  const { source, problems } = readContentFolder(folder)
  expect(problems).toEqual([])
  const [tea] = measureQuality(source)
  if (!tea) throw new Error('no course')
  return tea
}

describe('what a course is made of', () => {
  it('counts lessons, words, minutes and practices', () => {
    expect(measure()).toMatchObject({
      id: 'tea',
      lessons: 2,
      words: 3 + 2 + 4 + 3,
      minutes: 8,
      interactions: 3,
      types: [
        ['question', 2],
        ['prompt', 1],
      ],
      pictures: 0,
      facts: 0,
      oldestReview: null,
    })
  })

  it('counts pictures and facts, with the oldest check in any language', () => {
    const yml = readSample(`${lesson}/lesson.yml`).replace(
      '  - id: f2\n',
      '  - id: f2\n    facts: [kettles]\n    pictures: [{id: i1, kind: pipeline}]\n',
    )
    const changes = {
      [`${lesson}/lesson.yml`]: yml,
      'facts/kettles.md': fact('2026-11-02'),
      'facts/kettles.es.md': fact('2026-10-01').replace('locale: en', 'locale: es'),
      'facts/other.md': fact('2025-01-01').replace('fact: kettles', 'fact: other'),
    }
    expect(measure(changes)).toMatchObject({ pictures: 1, facts: 1, oldestReview: '2026-10-01' })
  })

  it('tells complete languages from begun ones', () => {
    const begun = {
      'courses/tea/text/es.md': inSpanish('courses/tea/text/en.md'),
      [`${lesson}/es.md`]: inSpanish(`${lesson}/en.md`),
    }
    expect(measure()).toMatchObject({ complete: ['en'], started: [] })
    expect(measure(begun)).toMatchObject({ complete: ['en'], started: ['es'] })
    const guests = 'courses/tea/lessons/l02-guests'
    const whole = { ...begun, [`${guests}/es.md`]: inSpanish(`${guests}/en.md`) }
    expect(measure(whole)).toMatchObject({ complete: ['en', 'es'], started: [] })
    const { 'courses/tea/text/es.md': _, ...withoutText } = whole
    expect(measure(withoutText)).toMatchObject({ complete: ['en'], started: [] })
  })
})

describe('the reading level', () => {
  it.each([
    // One syllable a word, then 15 syllables in four words.
    ['short words', ['The cat sat on the mat.'], -1.45],
    ['long words', ['Universities consider applications carefully.'], 0.39 * 4 + (11.8 * 15) / 4 - 15.59],
    [
      'sentences of several texts',
      ['The cat sat on the mat.', 'The cat sat on the mat. The cat sat on the mat.'],
      -1.45,
    ],
    ['figures, as one syllable', ['I paid 20 for the mat.'], -1.45],
  ])('of %s', (_, texts, level) => {
    expect(measureReading(texts).readingLevel).toBeCloseTo(level, 5)
  })

  it('of nothing is a number', () => {
    expect(measureReading([])).toEqual({ readingLevel: -15.59, wordsInSentence: 0 })
  })
})

it('describes each course in one row of each table, and always in the same way', () => {
  const tea = measure()
  const text = describeQuality([tea])
  expect(text).toContain('| tea | 2 | 12 | 8 | 3 | 25.0 | 0 |')
  expect(text).toContain('| tea | question 2, prompt 1 |')
  expect(text).toContain('| tea | en | – | 0 | – |')
  expect(describeQuality([tea])).toBe(text)
})
