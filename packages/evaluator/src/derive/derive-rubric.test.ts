import { describe, expect, it } from 'vitest'
import { evaluatePrompt } from '../evaluate-prompt.ts'
import { deriveRubric } from './derive-rubric.ts'

const taskOf = (fullDescription: string, tip = '') => ({ title: '', description: '', fullDescription, tip })
const levels = (fullDescription: string, tip?: string) =>
  Object.fromEntries(
    deriveRubric(taskOf(fullDescription, tip), 'en').criteria.map(({ id, level }) => [id, level] as const),
  )

const chat =
  'Your group has written 140 messages about the trip on 21 September. Write a prompt for a summary that Dana Ruiz can read: decisions, plans, a list.'

describe('the givens of a story', () => {
  it('are not required when nothing asks for their kind', () => {
    const found = levels(chat, 'Decisions, open questions, list.')
    expect(found).toMatchObject({ 'name-dana-ruiz': 'should' })
    expect(Object.keys(found)).not.toContain('number-21@sept')
    expect(Object.keys(found)).not.toContain('number-140@mess')
  })

  it('are required when the tip asks for their kind', () => {
    const found = levels(chat, 'Decisions, which day, list.')
    expect(found).toMatchObject({ 'number-21@sept': 'must' })
    expect(Object.keys(found)).not.toContain('number-140@mess')
  })

  it('are wanted when they are the number of an order, or a name', () => {
    const found = levels(
      'Your order is number 4812, from Klar. Write a prompt for a short letter.',
      'Aim, order, length.',
    )
    expect(found).toMatchObject({ 'number-4812': 'should', 'name-klar': 'should' })
  })

  it('are all required when the facts are to be given', () => {
    expect(levels(`${chat} Give the facts.`, 'Decisions, list.')).toMatchObject({ 'number-140@mess': 'must' })
  })

  it('may be anything where the case is only lent', () => {
    const lent = 'Write a prompt for a gift, with a price.\n\nNo idea? Borrow Ana Costa’s uncle: 70, 25 euros.'
    expect(Object.keys(levels(lent, 'Person, price, wishes.')).filter((id) => /^(number|name)/.test(id))).toEqual([])
  })
})

const passes = (fullDescription: string, tip: string, prompt: string) =>
  evaluatePrompt({ task: taskOf(fullDescription, tip), rubric: null, prompt, language: 'en' }).pass

describe('an element of the tip', () => {
  it('is said by what the description puts in brackets behind it', () => {
    const { criteria } = deriveRubric(
      taskOf(
        'Write a prompt for a plan with a test each week and the hard topics first (signs).',
        'Plan, hard topics, test.',
      ),
      'en',
    )
    const [, , topics, test] = criteria.map(({ re }) => (re ?? []).join(' '))
    expect(topics).toContain('sign')
    expect(test).not.toContain('sign')
  })

  it('that is a price is said by a sum of money', () => {
    const task = 'Write a prompt for an advert for a desk: size, price (40 euros), state, in four lines at most.'
    const prompt = 'Write an advert for my desk in four lines at most. Its size is 1 m, its state is good, 40 euros.'
    expect(passes(task, 'Desk, size, price, state, length.', prompt)).toBe(true)
    expect(passes(task, 'Desk, size, price, state, length.', prompt.replace(', 40 euros', ''))).toBe(false)
  })

  it('that is a length is said in minutes where the task sets minutes', () => {
    const prompt = 'Write a friendly toast for my old friend Bo, one minute at most.'
    const tip = 'Friend, tone, length.'
    expect(passes('Write a prompt for a friendly toast to a friend, not longer than one minute.', tip, prompt)).toBe(
      true,
    )
    expect(passes('Write a prompt for a friendly toast to a friend, not longer than 90 words.', tip, prompt)).toBe(
      false,
    )
  })
})

const report = `Rana has an interview on 3 May at 9.

Write the prompt for her. It should contain:

- **the task**: a story
- **five questions** to ask
- **the day**: 3 May
- **a length**: at most 90 words
- **three parts**: beginning, turn, end`

const score = (prompt: string, language = 'en') =>
  evaluatePrompt({ task: taskOf(report), rubric: null, prompt, language })

describe('a list of points', () => {
  it('is what the task asks for, whatever the tip advises', () => {
    const rubric = deriveRubric(taskOf(report, 'Read it aloud. Then count the words, twice, and wait.'), 'en')
    expect(rubric.criteria.map(({ id, level }) => [id, level])).toEqual([
      ['task', 'should'],
      ['point-1', 'should'],
      ['count-2', 'must'],
      ['facts-3', 'must'],
      ['length', 'must'],
      ['point-5', 'should'],
      ['givens', 'should'],
    ])
  })

  const full =
    'Write the story of her interview on 3 May with five questions, at most 90 words: a beginning, a turn and an end.'

  it('fails a prompt without the number or the day that it asks for', () => {
    expect(score(full).pass).toBe(true)
    expect(score(full.replace('five', 'some')).pass).toBe(false)
    expect(score(full.replace(' on 3 May', '')).pass).toBe(false)
  })

  it('takes the number as a word of the prompt’s language', () => {
    const spanish =
      'Escribe la historia de su entrevista del 3 de mayo con cinco preguntas, como mucho 90 palabras: principio, giro y final.'
    expect(score(spanish, 'es').pass).toBe(true)
    expect(score(spanish.replace('cinco', 'unas'), 'es').pass).toBe(false)
  })

  it('does not hold a prompt in another language to the words of the task, but to saying enough', () => {
    const ids = deriveRubric(taskOf(report), 'en', 'fr').criteria.map(({ id }) => id)
    expect(ids).not.toContain('point-5')
    expect(ids).toContain('detail')
    expect(score('Une histoire, cinq questions, 3 mai, 90 mots au plus.', 'fr').pass).toBe(false)
  })

  it('is opened where a point only lists others', () => {
    const blanks = 'Write a prompt for your job.\n\n- Fill all blanks: reader, budget, length.\n- Say why.'
    expect(Object.keys(levels(blanks))).toEqual(['task', 'reader', 'budget', 'length', 'reason'])
  })
})

describe('names that a task wants hidden', () => {
  const blur = `Somebody wants to send this: "Our Daniel Okoro has panic attacks." Rewrite it as a prompt.

- Hide who it is.
- Ask for three ways to help with panic.`
  const isFine = (prompt: string) => evaluatePrompt({ task: taskOf(blur), rubric: null, prompt, language: 'en' }).pass

  it('fail a prompt that gives them', () => {
    expect(isFine('A friend has panic attacks. Give me three ways to help with that.')).toBe(true)
    expect(isFine('My friend Daniel Okoro has panic attacks. Give me three ways to help with that.')).toBe(false)
  })
})

describe('wrong givens', () => {
  const drums = taskOf(
    'Your neighbour Mr Okafor plays the drums after 22:00. Write a prompt for a friendly note in 90 words at most.',
    'Reader, problem, tone, length.',
  )
  const mark = (prompt: string) => evaluatePrompt({ task: drums, rubric: null, prompt, language: 'en' }).score

  it('hold a score at 2, also the hour of a story', () => {
    const note = 'Write a friendly note to Mr Okafor about the problem with his drums after 22:00, 90 words at most.'
    expect(mark(note)).toBe(5)
    expect(mark(note.replace('22:00', '22h00'))).toBe(5)
    expect(mark(note.replace('22:00', '20:00'))).toBe(2)
  })

  it('are a day in another month too', () => {
    const task = taskOf(
      'Your exam is on 9 November. Write a prompt for a friendly note in 50 words at most.',
      'Tone, length.',
    )
    const graded = (prompt: string) => evaluatePrompt({ task, rubric: null, prompt, language: 'en' }).score
    const prompt = 'Write a friendly note about my exam on 9 November, 50 words at most.'
    expect(graded(prompt)).toBe(5)
    expect(graded(prompt.replace('9 November', '9 nov'))).toBe(5)
    expect(graded(prompt.replace('November', 'December'))).toBe(2)
  })
})

describe('the points of a task in a row', () => {
  const task = taskOf(
    'You have a group chat. Write a prompt for a summary: decisions, open questions, who brings what, and no phone numbers.',
    'Decisions, open questions, who brings what, no phone numbers, unclear points.',
  )
  const gate = (prompt: string) => evaluatePrompt({ task, rubric: null, prompt, language: 'en' }).gate

  it('are key words, with advice around them too', () => {
    expect(gate('decisions open questions who brings what phone numbers unclear points group')).toBe('keywords')
    expect(gate('Ask for decisions and open questions, then who brings what. Name the unclear points too.')).toBe(
      'keywords',
    )
  })

  it('are a prompt with words of one’s own', () => {
    expect(
      gate(
        'Summarise our chat for me: decisions, open questions, who brings what. No phone numbers, mark unclear points.',
      ),
    ).toBeNull()
  })
})

describe('a prompt in nothing but the words of the task', () => {
  const task = taskOf(
    'Write a prompt for a recipe for beginners: with no machine, and with the time for each step.',
    'Beginners, machine, time, steps.',
  )
  const graded = (prompt: string) => evaluatePrompt({ task, rubric: null, prompt, language: 'en' }).score

  it('does not pass, and does with something of one’s own', () => {
    expect(graded('Give beginners a recipe: no machine, and each step with its time and its smell.')).toBeGreaterThan(3)
    expect(graded('Give beginners a recipe: no machine, and each step with its time.')).toBe(3)
  })
})
