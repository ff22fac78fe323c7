import { describe, expect, it } from 'vitest'
import { evaluatePrompt } from '../evaluate-prompt.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { readText } from '../text/read-text.ts'
import type { Finding } from '../meet-criterion.ts'
import type { RubricWithWords } from '../rubric.ts'
import { clockForms } from './clock-forms.ts'
import { creditOwnWords } from './credit-own-words.ts'
import { promptClauses } from './prompt-clauses.ts'

const evaluate = (fullDescription: string, tip: string, prompt: string, language: LexiconLanguage = 'en') =>
  evaluatePrompt({ task: { title: '', description: '', fullDescription, tip }, rubric: null, prompt, language })

const cat =
  "You are away from 2 August to 5 August and your neighbour Priya has a key. Write a prompt for a text message that asks her to feed your cat: how much, where the food is, what to do if he doesn't eat, and how she can reach you. Keep it friendly and under 80 words."
const catTip = 'Reader, dates, amount of food, where it is, what if, contact, friendly, 80 words.'

describe('a prompt in other words than its task', () => {
  const prompt =
    'hey write a text to priya next door, can she look after my cat from fri 2 aug until mon 5 aug. half a tin twice a day, tins are under the sink. if he leaves it, try the dry stuff. she can whatsapp me any time. nice and warm, max 80 words'

  it('passes', () => {
    expect(evaluate(cat, catTip, prompt).score).toBeGreaterThan(3)
  })

  it.each([
    ['the dates', 'from fri 2 aug until mon 5 aug', 'next week'],
    ['the length', ', max 80 words', ''],
    ['the tone', 'nice and warm, ', ''],
  ])('does not pass without %s', (_, said, unsaid) => {
    expect(evaluate(cat, catTip, prompt.replace(said, unsaid)).score).toBeLessThan(4)
  })

  it('does not pass when two things are left out', () => {
    const short = prompt
      .replace('. half a tin twice a day, tins are under the sink', '')
      .replace(' she can whatsapp me any time.', '')
    expect(evaluate(cat, catTip, short).score).toBeLessThan(4)
  })

  it('is credited once for each clause of its own, never for the words of the task', () => {
    const task = readText('Write a prompt for a mail about the broken lamp and the money back.', 'en')
    const criterion = { level: 'must', weight: 1, inOtherWords: true } as const
    const rubric: RubricWithWords = {
      criteria: [
        { ...criterion, id: 'one' },
        { ...criterion, id: 'two' },
      ],
      words: { criteria: {} },
    }
    const none = rubric.criteria.map(({ id }): Finding => ({ id, met: 0, found: [], places: [] }))
    const met = (prompt: string) => creditOwnWords(none, rubric, readText(prompt, 'en'), task).map((one) => one.met)
    expect(met('About the broken lamp.')).toEqual([0, 0])
    expect(met('About the broken lamp. It flickers again tonight.')).toEqual([1, 0])
    expect(met('It flickers again tonight. Phone me after lunch.')).toEqual([1, 1])
  })
})

describe('the hours of a task', () => {
  it.each([
    ['en', 8, '30', 'half past eight'],
    ['es', 20, '30', 'ocho y media'],
    ['pt', 18, '30', 'seis e meia'],
    ['fr', 14, '30', 'deux heures et demie'],
    ['ua', 17, '30', 'пів на шост*'],
    ['ko', 15, '30', '세 시 반'],
    ['ja', 15, '30', '3時半'],
    ['tr', 19, '30', 'yedi bucuk'],
  ] as const)('are said in %s as people say them', (language, hour, minute, words) => {
    expect(clockForms(hour, minute, language)).toContain(words)
  })

  const dentist =
    'Your check-up at Dr Lindholm’s practice is on 9 April at 8:30, but you have a school trip. Write a prompt for an email that says which appointment you mean and offers two other times. Four sentences at most.'
  const tip = 'Who it goes to, old date, two new times, four sentences.'
  const mail = 'Write to dr lindholm, four sentences at most: my check-up on 9 april, half past eight, has to move. '

  it('may be told from those that the learner is to choose', () => {
    expect(evaluate(dentist, tip, `${mail}I could do thursday at 3 pm or friday morning.`).score).toBeGreaterThan(3)
    expect(evaluate(dentist, tip, `${mail}I need something later in the year.`).score).toBeLessThan(4)
  })
})

describe('numbers that have a name', () => {
  const train =
    'You left a bag in the train, wagon 5, seat 23, and you run 3 km to the office. Write a prompt for a friendly mail of at most 60 words: where it was, and what is in it. Name wagon and seat.'
  const tip = 'Place, contents, tone, length.'
  const prompt = 'Write a friendly mail, 60 words at most: I left a bag in wagon 5, seat 23, with my glasses inside.'

  it('are wrong with another number behind the name', () => {
    expect(evaluate(train, tip, prompt).trace.contradictions).toEqual([])
    expect(evaluate(train, tip, prompt.replace('wagon 5', 'wagon 7')).score).toBeLessThan(3)
  })
})

describe('clauses of a prompt', () => {
  it.each([
    ['en', 'ring me and say when you come', ['ring me', 'say', 'you come']],
    ['es', 'llama y di si vienes', ['llama', 'di', 'vienes']],
    ['ko', '짧게 쓰고 전화를 부탁해', ['짧게 쓰고', '전화를 부탁해']],
  ] as const)('end where another thing begins in %s', (language, prompt, clauses) => {
    expect(promptClauses(readText(prompt, language))).toEqual(clauses)
  })
})
