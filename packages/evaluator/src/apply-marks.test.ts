import { describe, expect, it } from 'vitest'
import { evaluatePrompt } from './evaluate-prompt.ts'
import type { Task } from './task.ts'
import { makePoint, makeTask } from './test-support/make-task.ts'

const points = [
  makePoint({ kind: 'request', of: 'ideas' }),
  makePoint({ kind: 'place' }),
  makePoint({ kind: 'money' }),
  makePoint({ kind: 'people', id: 'company' }),
  makePoint({ kind: 'idea', id: 'shoes' }),
]
const task = makeTask(points, {
  full: 'You have a free Saturday by the river. Ask for ideas.',
  texts: {
    company: { name: 'Who comes' },
    money: { name: 'How much' },
    shoes: { phrases: [['worn out boots']], hint: 'Say what you wear.' },
  },
})

/** The points after the learner marked some words for each: `words` by point. */
const mark = (prompt: string, words: Record<string, string | string[]>, own: Task = task) => {
  const shown = Object.entries(words).flatMap(([point, quotes]) =>
    [quotes].flat().map((quote) => ({ point, from: prompt.indexOf(quote), to: prompt.indexOf(quote) + quote.length })),
  )
  const { points: judged, ...evaluation } = evaluatePrompt({ task: own, prompt, language: 'en', shown })
  return { ...evaluation, points: Object.fromEntries(judged.map((point) => [point.id, point])) }
}

/** Distinct words without digits. */
const letters = (number: number) =>
  String(number)
    .split('')
    .map((digit) => 'abcdefghij'[Number(digit)])
    .join('')

const prompt = 'Three ideas for Saturday, forty smackers, my old pal tags along, slippers only, Hollow Bridge way.'

describe('marked words', () => {
  it.each([
    ['company', 'my old pal'],
    ['shoes', 'slippers only'],
    ['place', 'Hollow Bridge way'],
    ['money', 'forty smackers'],
  ])('count if they can express the point: %s', (point, words) => {
    const judged = mark(prompt, { [point]: words }).points[point]
    expect(judged).toMatchObject({
      state: 'shown',
      note: null,
      spans: [[prompt.indexOf(words), prompt.indexOf(words) + words.length]],
    })
  })

  it.each([
    ['only small words', 'shoes', 'for', 'say nothing by themselves'],
    ['the whole text', 'shoes', prompt, 'whole text'],
    ['too many words', 'shoes', prompt.slice(0, -4), 'at most 12 words'],
    ['words from the task', 'shoes', 'Saturday', 'come from the task'],
    ['not a value of a closed kind', 'money', 'my old pal', 'doesn’t say'],
  ])('are rejected when they are %s', (_, point, words, note) => {
    const judged = mark(prompt, { [point]: words }).points[point]
    expect(judged?.state).toBe('missing')
    expect(judged?.note).toContain(note)
  })

  it('are rejected when they express another kind, and the note names it', () => {
    const text = 'Ideas for a free day in Porto, slippers only.'
    expect(mark(text, { company: 'in Porto' }).points['company']).toMatchObject({
      state: 'missing',
      note: expect.stringContaining('where'),
    })
  })

  it('prove only one point', () => {
    const { points: judged } = mark(prompt, { company: 'my old pal', shoes: 'my old pal' })
    expect(judged['company']?.state).toBe('shown')
    expect(judged['shoes']).toMatchObject({ state: 'missing', note: expect.stringContaining('Who comes') })
  })

  it('cannot prove a second point if they already prove a closed one', () => {
    const text = 'Give me ideas for 30 euros, slippers only.'
    expect(mark(text, { company: '30 euros' }).points['company']).toMatchObject({
      state: 'missing',
      note: expect.stringContaining('How much'),
    })
  })

  it('prove nothing when marked for one point after another', () => {
    const everything = Object.fromEntries(points.map(({ id }) => [id, 'tags along']))
    const states = Object.values(mark('tags along, forty, somewhere', everything).points).map(({ state }) => state)
    expect(states).not.toContain('shown')
  })

  it('can be several for one point, and the right ones count', () => {
    expect(mark(prompt, { shoes: ['for', 'slippers only'] }).points['shoes']?.spans).toHaveLength(1)
  })

  it('are ignored outside the text', () => {
    const shown = [{ point: 'shoes', from: 5_000, to: 5_010 }]
    const { points: judged } = evaluatePrompt({ task, prompt, language: 'en', shown })
    expect(judged.find(({ id }) => id === 'shoes')).toMatchObject({ state: 'missing', note: null })
  })

  it('are ignored beyond the part of a long prompt that is read', () => {
    const filler = Array.from({ length: 120 }, (_, number) => `Then the w${letters(number)} and x${letters(number)}.`)
    const long = `${prompt} ${filler.join(' ')} Felt clogs.`
    const { points: judged } = mark(long, { shoes: 'Felt clogs' })
    expect(judged['shoes']?.state).toBe('missing')
    expect(mark(long, { shoes: 'slippers only' }).points['shoes']?.state).toBe('shown')
  })
})

describe('a found point', () => {
  it('is withdrawn by an empty range', () => {
    const shown = [{ point: 'request', from: 0, to: 0 }]
    const { points: judged } = evaluatePrompt({ task, prompt, language: 'en', shown })
    expect(judged.find(({ id }) => id === 'request')).toMatchObject({ state: 'missing', spans: [] })
  })

  it('stays found when it is marked as well', () => {
    expect(mark(prompt, { request: 'smackers' }).points['request']?.state).toBe('found')
  })
})

describe('a wrong value', () => {
  const own = makeTask([makePoint({ kind: 'count', is: 3, of: 'ideas' })])

  it("can be the checklist's mistake: marking the right value corrects it", () => {
    const text = 'Five ideas were too many, give me three.'
    expect(mark(text, {}, own).points['count']?.state).toBe('wrong')
    expect(mark(text, { count: 'three' }, own).points['count']?.state).toBe('shown')
  })

  it('cannot be marked as the right one', () => {
    expect(mark('Give me five ideas.', { count: 'five ideas' }, own).points['count']?.state).toBe('wrong')
  })
})

describe('the limit for marks', () => {
  const ids = ['one', 'two', 'three', 'four']
  const exam = makeTask(
    ids.map((id) => makePoint({ kind: 'idea', id })),
    { isExam: true, texts: Object.fromEntries(ids.map((id) => [id, { phrases: [[`topic ${id}`]] }])) },
  )
  const text = 'The boiler hums, the pipes rattle, the pump leaks, the meter ticks.'
  const shown = { one: 'boiler hums', two: 'pipes rattle', three: 'pump leaks', four: 'meter ticks' }

  it('is half of the must points in an exam', () => {
    const { points: judged } = mark(text, shown, exam)
    expect(ids.map((id) => judged[id]?.state)).toEqual(['shown', 'shown', 'missing', 'missing'])
    expect(judged['three']?.note).toContain('at most half')
  })

  it('does not apply outside exams', () => {
    const { points: judged, score } = mark(text, shown, { ...exam, isExam: false })
    expect(ids.map((id) => judged[id]?.state)).toEqual(['shown', 'shown', 'shown', 'shown'])
    expect(score).toBe('5')
  })
})
