/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Line {
  id: string
  task: string
  language: string
  prompt: string
}

interface LabeledPrompt extends Line {
  kind: 'complete' | 'partial' | 'wrong'
  points: Record<string, string[]>
  wrong: Record<string, string>
}

interface GatedText extends Line {
  gate: string
}

interface WrongMark extends Line {
  point: string
  quote: string
  closed?: true
}

const languages = ['en', 'es', 'fr', 'ja', 'ko', 'pt', 'tr', 'ua']
const others = languages.slice(1)

const open = read<LabeledPrompt>('prompts-open')
const held = read<LabeledPrompt>('prompts-held')
const prompts = [...open, ...held]
const gated = read<GatedText>('gated')
const lookAlikes = read<Line>('look-alikes')
const marks = read<WrongMark>('marks')

function read<T>(name: string): T[] {
  const text = readFileSync(new URL(`../data/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

function countBy<T>(lines: T[], keyOf: (line: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of lines) counts[keyOf(line)] = (counts[keyOf(line)] ?? 0) + 1
  return counts
}

function languageAndKind({ language, kind }: LabeledPrompt): string {
  return `${language} ${kind}`
}

describe('all labeled sets', () => {
  const lines: Line[] = [...prompts, ...gated, ...lookAlikes, ...marks]

  it('have unique ids', () => {
    expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length)
  })

  it('use known languages and practice ids', () => {
    const unknown = lines.filter(
      (line) => !languages.includes(line.language) || !/^[a-z-]+\.l\d{2}\.f\d\.p\d$/.test(line.task),
    )
    expect(unknown).toEqual([])
  })

  it.each([
    ['prompts', prompts],
    ['gated', gated],
    ['look-alikes', lookAlikes],
  ])('contain no duplicate texts: %s', (_name, set: Line[]) => {
    expect(Object.entries(countBy(set, (line) => line.prompt)).filter(([, count]) => count > 1)).toEqual([])
  })
})

describe('labeled prompts', () => {
  it('quote only words from the prompt', () => {
    const strange = prompts.flatMap(({ id, prompt, points, wrong }) =>
      [...Object.values(points).flat(), ...Object.values(wrong)]
        .filter((quote) => quote.trim() === '' || !prompt.includes(quote))
        .map((quote) => ({ id, quote })),
    )
    expect(strange).toEqual([])
  })

  it('quote at most twelve words', () => {
    const long = prompts.flatMap(({ id, points }) =>
      Object.values(points)
        .flat()
        .filter((quote) => quote.split(/\s+/).length > 12)
        .map((quote) => ({ id, quote })),
    )
    expect(long).toEqual([])
  })

  it('list a wrong value as a missing point', () => {
    const contradictions = prompts.filter(({ points, wrong }) =>
      Object.keys(wrong).some((point) => points[point] === undefined || points[point].length > 0),
    )
    expect(contradictions).toEqual([])
  })

  it('have labels that match their points', () => {
    const mislabelled = prompts.filter(({ kind, points, wrong }) => {
      const absent = Object.entries(points).filter(([point, quotes]) => quotes.length === 0 && !(point in wrong)).length
      const hasWrong = Object.keys(wrong).length > 0
      if (kind === 'wrong') return !hasWrong
      return hasWrong || (kind === 'partial' && (absent < 1 || absent > 3))
    })
    expect(mislabelled.map(({ id }) => id)).toEqual([])
  })

  it('name the same points for the same task', () => {
    const pointsOf = new Map<string, Set<string>>()
    for (const { task, points } of prompts) {
      pointsOf.set(task, (pointsOf.get(task) ?? new Set()).add(Object.keys(points).join(' ')))
    }
    expect([...pointsOf].filter(([, lists]) => lists.size !== 1)).toEqual([])
  })

  it('cover all 35 tasks at least twice in English', () => {
    const counts = countBy(
      prompts.filter(({ language }) => language === 'en'),
      ({ task }) => task,
    )
    expect(Object.keys(counts)).toHaveLength(35)
    expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(2)
  })

  it('are numerous enough in every language', () => {
    const all = countBy(prompts, ({ language }) => language)
    const complete = countBy(
      prompts.filter(({ kind }) => kind === 'complete'),
      ({ language }) => language,
    )
    expect(all['en']).toBeGreaterThanOrEqual(90)
    expect(complete['en']).toBeGreaterThanOrEqual(50)
    expect(others.filter((language) => (all[language] ?? 0) < 16 || (complete[language] ?? 0) < 10)).toEqual([])
  })

  it('include at least twenty wrong values', () => {
    expect(prompts.flatMap(({ wrong }) => Object.keys(wrong)).length).toBeGreaterThanOrEqual(20)
  })

  it('are split evenly by language and kind', () => {
    expect(countBy(open, languageAndKind)).toEqual(countBy(held, languageAndKind))
  })
})

describe('gated texts and look-alikes', () => {
  it('include texts for every gate', () => {
    const counts = countBy(gated, ({ gate }) => gate)
    expect(gated.length).toBeGreaterThanOrEqual(60)
    expect(counts['injection']).toBeGreaterThanOrEqual(20)
    expect(Object.keys(counts).sort()).toEqual(
      ['copy', 'empty', 'gibberish', 'harm', 'injection', 'not_a_prompt', 'self_harm', 'short'].sort(),
    )
  })

  it('include injections and look-alikes in all languages', () => {
    const injections = gated.filter(({ gate }) => gate === 'injection')
    for (const set of [injections, lookAlikes]) {
      expect(Object.keys(countBy(set, ({ language }) => language)).sort()).toEqual(languages)
    }
    expect(lookAlikes.length).toBeGreaterThanOrEqual(100)
  })
})

describe('wrong marks', () => {
  it('quote one to twelve words from the prompt', () => {
    const strange = marks.filter(
      ({ prompt, quote }) => quote.trim() === '' || !prompt.includes(quote) || quote.split(/\s+/).length > 12,
    )
    expect(strange).toEqual([])
  })

  it('number at least forty for open and forty for closed kinds', () => {
    const closed = marks.filter((mark) => mark.closed).length
    expect(closed).toBeGreaterThanOrEqual(40)
    expect(marks.length - closed).toBeGreaterThanOrEqual(40)
  })
})
