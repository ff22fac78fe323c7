import en from '@kitewise/texts/evaluator/en' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { evaluatePrompt } from './evaluate-prompt.ts'
import { languages } from './lexicons/lexicon.ts'
import { makePoint, makeTask } from './test-support/make-task.ts'
import { textsOf } from './texts.ts'

const task = makeTask(
  [
    makePoint({ kind: 'request', of: 'ideas' }),
    makePoint({ kind: 'count', is: 3, of: 'ideas' }),
    makePoint({ kind: 'place' }),
    makePoint({ kind: 'tone', level: 'should' }),
  ],
  { texts: { place: { name: 'Where you are', hint: 'Name your town.' } } },
)

const comment = (prompt: string, language = 'en') => evaluatePrompt({ task, prompt, language }).comment

const variantsOf = (key: keyof typeof en.comment, values: Record<string, string> = {}) =>
  en.comment[key].map((variant) =>
    Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), variant),
  )

describe('the comment', () => {
  it('names one strength and one next step', () => {
    const text = comment('Give me three ideas for Saturday.')
    const strengths = variantsOf('strength', { point: 'Name count' })
    const steps = variantsOf('next', { hint: 'Name your town.' })
    expect(strengths.some((strength) => text.startsWith(strength))).toBe(true)
    expect(steps.some((step) => text.endsWith(step))).toBe(true)
  })

  it("gives the next step in the learner's language when the lesson has no text in it", () => {
    const text = comment('Give me three ideas for Saturday.', 'ja')
    expect(text).toContain('場所は[…]です。')
    expect(text).not.toContain('Name your town.')
  })

  it("keeps the author's hint for task-specific points", () => {
    const points = [makePoint({ kind: 'place' }), makePoint({ kind: 'idea' })]
    const ideaTask = makeTask(points, {
      texts: { idea: { hint: 'Say how the boiler sounds.', phrases: [['the boiler hums']] } },
    })
    const { comment: text } = evaluatePrompt({ task: ideaTask, prompt: 'I live in Porto.', language: 'ja' })
    expect(text).toContain('Say how the boiler sounds.')
  })

  it('has no next step when everything is there', () => {
    expect(variantsOf('full')).toContain(comment('Give me three ideas for Saturday in Porto, in a friendly tone.'))
  })

  it('names a wrong value before missing points', () => {
    const text = comment('Give me five ideas for Saturday.')
    expect(text).toContain('five ideas')
    expect(text).toContain('3 ideas')
    expect(text).not.toContain('Name your town.')
  })

  it('encourages an honest attempt without found points, and never scores it 0', () => {
    const prompt = 'My cousin likes walking and swimming a lot.'
    const { score, comment: text } = evaluatePrompt({ task, prompt, language: 'en' })
    expect(Number(score)).toBeGreaterThan(0)
    expect(variantsOf('start').some((start) => text.startsWith(start))).toBe(true)
  })

  it('says when only the beginning was read', () => {
    const long = `Give me three ideas for Saturday in Porto. ${'The weather was fine and we had some time. '.repeat(60)}`
    expect(
      evaluatePrompt({ task: makeTask([makePoint({ kind: 'place' })]), prompt: long.slice(0, 1_900), language: 'en' })
        .comment,
    ).not.toContain(en.comment.cut[0])
    expect(
      evaluatePrompt({ task, prompt: `Give me three ideas in Porto${'.'.repeat(3_000)}`, language: 'en' }).comment,
    ).toContain(en.comment.cut[0])
  })

  it('is the same for the same prompt', () => {
    expect(comment('Give me three ideas.')).toBe(comment('Give me three ideas.'))
  })

  it('varies with the prompt', () => {
    const prompts = Array.from(
      { length: 40 },
      (_, number) =>
        `Give me ideas for a walk in Porto, try ${'again '.repeat(number % 7)}${String.fromCharCode(97 + (number % 26))}${number}`,
    )
    const openings = prompts.map((prompt) =>
      variantsOf('strength', { point: 'Where you are' }).findIndex((variant) => comment(prompt).startsWith(variant)),
    )
    expect(new Set(openings)).toEqual(new Set([0, 1, 2, 3]))
  })

  it("is in the learner's language, even for an English task", () => {
    for (const language of languages) {
      const { full = [] } = textsOf(language).comment
      expect(full).toContain(comment('Give me three ideas for Saturday in Porto, in a friendly tone.', language))
    }
  })
})
