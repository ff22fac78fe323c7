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
  it('takes the place of the checklist and names the model', () => {
    const { by, model, points } = judge([{ id: 'place', state: 'found', quote: 'Hollow Bridge way' }])
    expect([by, model]).toEqual(['model', 'owl'])
    expect(points['place']).toMatchObject({ state: 'found', spans: [[33, 50]] })
  })

  it('needs a quote that is in the prompt', () => {
    for (const quote of ['Riverside Park', ''])
      expect(judge([{ id: 'place', state: 'found', quote }]).points['place']?.state).toBe('missing')
  })

  it('may quote with other capital letters', () => {
    expect(judge([{ id: 'place', state: 'found', quote: 'hollow bridge' }]).points['place']?.state).toBe('found')
  })

  it('leaves points that it says nothing about to the checklist', () => {
    expect(judge([]).points['request']?.state).toBe('found')
  })

  it('keeps what the task says where the checklist knows the wrong value too', () => {
    const { points, recommendedPrompt } = judge([{ id: 'count', state: 'wrong', quote: 'five' }])
    expect(points['count']).toMatchObject({ state: 'wrong', note: expect.stringContaining('3 ideas') })
    expect(recommendedPrompt).toContain('Suggest 3 ideas')
  })

  it('needs no quote of what is withheld', () => {
    expect(judge([{ id: 'withhold', state: 'found', quote: '' }]).points['withhold']?.state).toBe('found')
  })

  it('is corrected by what the learner shows', () => {
    const judged = { model: 'owl', points: [{ id: 'place', state: 'missing', quote: '' }] } as const
    const shown = [{ point: 'place', from: 33, to: 50 }]
    const { points } = evaluatePrompt({ task, prompt, language: 'en', judged, shown })
    expect(points.find(({ id }) => id === 'place')?.state).toBe('shown')
  })
})

describe('the answer', () => {
  it('has the piece with a point where it is there, and the one without where it is not', () => {
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

  it('share no value', () => {
    expect(values('The water is off from 8:30 am to 1 pm.')).toEqual([
      ['found', '8:30 am'],
      ['found', '1 pm'],
    ])
  })

  it('are not both wrong by one value', () => {
    expect(values('The water is off from 9 am.')).toEqual([['wrong', '9 am'], ['missing']])
  })

  it('are each wrong by the value that is nearest', () => {
    expect(values('The water is off from 9 am to 2 pm.')).toEqual([
      ['wrong', '9 am'],
      ['wrong', '2 pm'],
    ])
  })
})

describe('a value that says another point', () => {
  it('is no wrong value of this one', () => {
    const own = makeTask(
      [makePoint({ kind: 'count', is: 12, of: 'evenings' }), makePoint({ kind: 'idea', id: 'free' })],
      { texts: { free: { phrases: [['two evenings free']] } } },
    )
    const states = scanPrompt(own, 'Make a plan and keep two evenings free.', 'en').points.map(({ state }) => state)
    expect(states).toEqual(['missing', 'found'])
  })
})
