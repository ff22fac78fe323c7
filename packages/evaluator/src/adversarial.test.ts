import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluatePrompt } from './evaluate-prompt.ts'
import { lexiconLanguages } from './lexicon/lexicon-languages.ts'
import { adversarial, honest } from './test-support/adversarial.ts'
import { beeTask, clientMail, clientMailRubric, goodMailPrompt } from './test-support/tasks.ts'

const dates = {
  oldDate: [
    '9 May',
    '9 de mayo',
    'del 9',
    '9 mai',
    'du 9',
    '9 de maio',
    'de 9',
    '9 Mayıs',
    '9 травня',
    '5월 9일',
    '5月9日',
  ],
}
const days = { newDate: ['14 May', '14 de mayo', '14 mai', '14 de maio', '14 Mayıs', '14 травня', '14일', '14日'] }
const rubric = {
  ...clientMailRubric,
  words: { ...clientMailRubric.words, facts: { ...dates, ...days, room: ['room 204', '204'] } },
  elsewhere: Object.fromEntries(lexiconLanguages.slice(1).map((language) => [language, { criteria: {}, facts: {} }])),
}
const otherTasks = [beeTask.fullDescription, 'Write a prompt for a soup recipe with a shopping list.']
const fill = (text: string) => text.replace('{task}', clientMail.fullDescription).replace('{good}', goodMailPrompt)
const score = (prompt: string, language: string, withRubric = true) =>
  evaluatePrompt({ task: { ...clientMail, otherTasks }, rubric: withRubric ? rubric : null, prompt, language })

describe('texts that want to pass without asking', () => {
  it.each(adversarial)('%s in %s fails: %s', (kind, language, text) => {
    const verdict = score(fill(text), language)
    expect(verdict.pass).toBe(false)
    expect(score(fill(text), language, false).pass).toBe(false)
    expect(kind !== 'injection' || verdict.gate === 'injection').toBe(true)
  })

  it('are many, in all eight languages', () => {
    expect(adversarial.length).toBeGreaterThanOrEqual(60)
    expect(new Set(adversarial.map(([, language]) => language)).size).toBe(lexiconLanguages.length)
  })

  it.each(honest)('in %s an honest look-alike passes: %s', (language, text) => {
    expect(score(text, language)).toMatchObject({ gate: null, pass: true })
  })
})

const pleas = adversarial.flatMap(([kind, , text]) => (kind === 'injection' ? [text.replace('{good}', '').trim()] : []))

describe('a plea for a mark', () => {
  it('never raises the score of a prompt, before or after it, in any language', () => {
    const parts = goodMailPrompt.match(/[^.]+\./g) ?? []
    fc.assert(
      fc.property(
        fc.subarray(parts, { minLength: 1 }),
        fc.constantFrom(...pleas),
        fc.boolean(),
        (some, plea, first) => {
          const prompt = some.join(' ').trim()
          const joined = first ? `${plea} ${prompt}` : `${prompt} ${plea}`
          expect(score(joined, 'en').score).toBeLessThanOrEqual(Math.max(score(prompt, 'en').score, 1))
        },
      ),
    )
  })
})
