import { describe, expect, it } from 'vitest'
import { evaluatePrompt, scanPrompt, type Judged } from './evaluate-prompt.ts'
import { makePoint, makeTask } from './test-support/make-task.ts'

const task = makeTask(
  [
    makePoint({ kind: 'request', of: 'ideas' }),
    makePoint({ kind: 'count', is: 3, of: 'ideas' }),
    makePoint({ kind: 'place' }),
    makePoint({ kind: 'withhold', level: 'should' }),
  ],
  { texts: { withhold: { value: [['Nora']], instead: 'a friend' } } },
)
const prompt = 'Suggest five ideas for Saturday, Hollow Bridge way.'

const judge = (points: Judged['points'], own = prompt) => {
  const evaluation = evaluatePrompt({ task, prompt: own, language: 'en', judged: { model: 'owl', points } })
  return { ...evaluation, points: Object.fromEntries(evaluation.points.map((point) => [point.id, point])) }
}

describe("a model's verdict", () => {
  it("replaces the checklist's and names the model", () => {
    const { by, model, points } = judge([{ id: 'place', state: 'found', quote: 'Hollow Bridge way' }])
    expect([by, model]).toEqual(['model', 'owl'])
    expect(points['place']).toMatchObject({ state: 'found', spans: [[33, 50]] })
  })

  it('needs a quote that occurs in the prompt', () => {
    for (const quote of ['Riverside Park', ''])
      expect(judge([{ id: 'place', state: 'found', quote }]).points['place']?.state).toBe('missing')
  })

  it('can quote with different capitalization', () => {
    expect(judge([{ id: 'place', state: 'found', quote: 'hollow bridge' }]).points['place']?.state).toBe('found')
  })

  it('leaves points that it does not mention to the checklist', () => {
    expect(judge([]).points['request']?.state).toBe('found')
  })

  it("keeps the task's value when the checklist knows the wrong value too", () => {
    const { points, recommendedPrompt } = judge([{ id: 'count', state: 'wrong', quote: 'five' }])
    expect(points['count']).toMatchObject({ state: 'wrong', note: expect.stringContaining('3 ideas') })
    expect(recommendedPrompt).toContain('Suggest 3 ideas')
  })

  it('needs no quote for withheld information', () => {
    expect(judge([{ id: 'withhold', state: 'found', quote: '' }]).points['withhold']?.state).toBe('found')
  })

  it("is corrected by the learner's marks", () => {
    const judged = { model: 'owl', points: [{ id: 'place', state: 'missing', quote: '' }] } as const
    const shown = [{ point: 'place', from: 33, to: 50 }]
    const { points } = evaluatePrompt({ task, prompt, language: 'en', judged, shown })
    expect(points.find(({ id }) => id === 'place')?.state).toBe('shown')
  })
})

describe('the answer', () => {
  it('uses the good piece for each found point and the bad piece for each missing one', () => {
    const { answer } = evaluatePrompt({ task, prompt: 'Suggest three ideas for Saturday.', language: 'en' })
    expect(answer.map(({ text, suffers }) => [text, suffers])).toEqual([
      ['With request.', false],
      ['With count.', false],
      ['Without place.', true],
      ['With withhold.', false],
    ])
  })
})

describe('two points of one kind', () => {
  const own = makeTask([
    makePoint({ kind: 'time', id: 'start', is: '08:30' }),
    makePoint({ kind: 'time', id: 'end', is: '13:00' }),
  ])
  const values = (text: string) =>
    scanPrompt(own, text, 'en').points.map(({ state, spans }) => [
      state,
      ...spans.map(({ from, to }) => text.slice(from, to)),
    ])

  it('never share a value', () => {
    expect(values('The water is off from 8:30 am to 1 pm.')).toEqual([
      ['found', '8:30 am'],
      ['found', '1 pm'],
    ])
  })

  it('are not both wrong because of one value', () => {
    expect(values('The water is off from 9 am.')).toEqual([['wrong', '9 am'], ['missing']])
  })

  it('are each wrong because of the nearest value', () => {
    expect(values('The water is off from 9 am to 2 pm.')).toEqual([
      ['wrong', '9 am'],
      ['wrong', '2 pm'],
    ])
  })
})

describe('a value that belongs to another point', () => {
  it('is not a wrong value of this one', () => {
    const own = makeTask(
      [makePoint({ kind: 'count', is: 12, of: 'evenings' }), makePoint({ kind: 'idea', id: 'free' })],
      { texts: { free: { phrases: [['two evenings free']] } } },
    )
    const states = scanPrompt(own, 'Make a plan and keep two evenings free.', 'en').points.map(({ state }) => state)
    expect(states).toEqual(['missing', 'found'])
  })
})
