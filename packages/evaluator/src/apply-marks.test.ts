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

/** The points after the learner showed some words for each: `words` by point. */
const mark = (prompt: string, words: Record<string, string | string[]>, own: Task = task) => {
  const shown = Object.entries(words).flatMap(([point, quotes]) =>
    [quotes].flat().map((quote) => ({ point, from: prompt.indexOf(quote), to: prompt.indexOf(quote) + quote.length })),
  )
  const { points: judged, ...evaluation } = evaluatePrompt({ task: own, prompt, language: 'en', shown })
  return { ...evaluation, points: Object.fromEntries(judged.map((point) => [point.id, point])) }
}

/** Words without digits, all different. */
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
  ])('count where they can say the point: %s', (point, words) => {
    const judged = mark(prompt, { [point]: words }).points[point]
    expect(judged).toMatchObject({
      state: 'shown',
      note: null,
      spans: [[prompt.indexOf(words), prompt.indexOf(words) + words.length]],
    })
  })

  it.each([
    ['of small words alone', 'shoes', 'for', 'say nothing by themselves'],
    ['of the whole text', 'shoes', prompt, 'whole text'],
    ['of too many words', 'shoes', prompt.slice(0, -4), 'at most 12 words'],
    ['of the task', 'shoes', 'Saturday', 'come from the task'],
    ['that are no value of a closed kind', 'money', 'my old pal', 'does not say'],
  ])('%s are refused', (_, point, words, note) => {
    const judged = mark(prompt, { [point]: words }).points[point]
    expect(judged?.state).toBe('missing')
    expect(judged?.note).toContain(note)
  })

  it('that say another kind are refused, and the note says which', () => {
    const text = 'Ideas for a free day in Porto, slippers only.'
    expect(mark(text, { company: 'in Porto' }).points['company']).toMatchObject({
      state: 'missing',
      note: expect.stringContaining('where'),
    })
  })

  it('prove one point only', () => {
    const { points: judged } = mark(prompt, { company: 'my old pal', shoes: 'my old pal' })
    expect(judged['company']?.state).toBe('shown')
    expect(judged['shoes']).toMatchObject({ state: 'missing', note: expect.stringContaining('Who comes') })
  })

  it('that already prove a closed point prove no other', () => {
    const text = 'Give me ideas for 30 euros, slippers only.'
    expect(mark(text, { company: '30 euros' }).points['company']).toMatchObject({
      state: 'missing',
      note: expect.stringContaining('How much'),
    })
  })

  it('prove nothing where they are shown for point after point', () => {
    const everything = Object.fromEntries(points.map(({ id }) => [id, 'tags along']))
    const states = Object.values(mark('tags along, forty, somewhere', everything).points).map(({ state }) => state)
    expect(states).not.toContain('shown')
  })

  it('may be several for one point, and the right ones count', () => {
    expect(mark(prompt, { shoes: ['for', 'slippers only'] }).points['shoes']?.spans).toHaveLength(1)
  })

  it('outside the text are ignored', () => {
    const shown = [{ point: 'shoes', from: 5_000, to: 5_010 }]
    const { points: judged } = evaluatePrompt({ task, prompt, language: 'en', shown })
    expect(judged.find(({ id }) => id === 'shoes')).toMatchObject({ state: 'missing', note: null })
  })

  it('behind the part of a long prompt that is read are ignored', () => {
    const filler = Array.from({ length: 120 }, (_, number) => `Then the w${letters(number)} and x${letters(number)}.`)
    const long = `${prompt} ${filler.join(' ')} Felt clogs.`
    const { points: judged } = mark(long, { shoes: 'Felt clogs' })
    expect(judged['shoes']?.state).toBe('missing')
    expect(mark(long, { shoes: 'slippers only' }).points['shoes']?.state).toBe('shown')
  })
})

describe('a point that is found', () => {
  it('is taken back by an empty range', () => {
    const shown = [{ point: 'request', from: 0, to: 0 }]
    const { points: judged } = evaluatePrompt({ task, prompt, language: 'en', shown })
    expect(judged.find(({ id }) => id === 'request')).toMatchObject({ state: 'missing', spans: [] })
  })

  it('stays found when it is marked too', () => {
    expect(mark(prompt, { request: 'smackers' }).points['request']?.state).toBe('found')
  })
})

describe('a wrong value', () => {
  const own = makeTask([makePoint({ kind: 'count', is: 3, of: 'ideas' })])

  it('may be a mistake of the checklist, and the right one be shown', () => {
    const text = 'Five ideas were too many, give me three.'
    expect(mark(text, {}, own).points['count']?.state).toBe('wrong')
    expect(mark(text, { count: 'three' }, own).points['count']?.state).toBe('shown')
  })

  it('cannot be shown for the right one', () => {
    expect(mark('Give me five ideas.', { count: 'five ideas' }, own).points['count']?.state).toBe('wrong')
  })
})

describe('in an exam', () => {
  const ids = ['one', 'two', 'three', 'four']
  const exam = makeTask(
    ids.map((id) => makePoint({ kind: 'idea', id })),
    { isExam: true, texts: Object.fromEntries(ids.map((id) => [id, { phrases: [[`topic ${id}`]] }])) },
  )
  const text = 'The boiler hums, the pipes rattle, the pump leaks, the meter ticks.'
  const shown = { one: 'boiler hums', two: 'pipes rattle', three: 'pump leaks', four: 'meter ticks' }

  it('at most half of the must points may be shown', () => {
    const { points: judged } = mark(text, shown, exam)
    expect(ids.map((id) => judged[id]?.state)).toEqual(['shown', 'shown', 'missing', 'missing'])
    expect(judged['three']?.note).toContain('at most half')
  })

  it('of a lesson all may be', () => {
    const { points: judged, score } = mark(text, shown, { ...exam, isExam: false })
    expect(ids.map((id) => judged[id]?.state)).toEqual(['shown', 'shown', 'shown', 'shown'])
    expect(score).toBe('5')
  })
})
