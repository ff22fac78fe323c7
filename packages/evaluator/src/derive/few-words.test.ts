import { describe, expect, it } from 'vitest'
import { evaluatePrompt } from '../evaluate-prompt.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { clockForms } from './clock-forms.ts'
import { deriveRubric } from './derive-rubric.ts'

const score = (fullDescription: string, tip: string, prompt: string, language: LexiconLanguage = 'en') =>
  evaluatePrompt({ task: { title: '', description: '', fullDescription, tip }, rubric: null, prompt, language }).score

const interview =
  'You are invited to an interview at a bakery. You have sold cakes at school. Write a prompt that makes the assistant play the interviewer: say which job it is, ask for questions one by one, for a tip after each answer, and for a summary at the end.'
const interviewTip = 'Job, role, questions one by one, tips, summary.'

describe('a need that is said in few words', () => {
  const prompt =
    'ur the boss of the bakery and interview me for the sales job. wait for my answer before the next question, one tip each time, then an overall comment'

  it('is known in other words', () => {
    expect(score(interview, interviewTip, prompt)).toBeGreaterThan(3)
  })

  it.each([
    ['one at a time', 'wait for my answer before the next question', 'questions about my old jobs at school'],
    ['the summary', 'then an overall comment', 'i am quite nervous by the way'],
  ])('is missed when any other clause stands for it: %s', (_, said, unsaid) => {
    expect(score(interview, interviewTip, prompt.replace(said, unsaid))).toBeLessThan(4)
  })
})

describe('what stands in brackets behind plain words', () => {
  const rubric = deriveRubric(
    {
      title: '',
      description: '',
      fullDescription:
        'Your new kettle leaks. Write a prompt for a complaint: say what you want (a new kettle or your money back), and set a deadline.',
      tip: 'Problem, what you want, deadline.',
    },
    'en',
  )

  it('is what the words ask for', () => {
    const hints = Object.values(rubric.words.criteria).map(({ hint }) => hint)
    expect(hints).toContain('what you want')
  })
})

describe('a case that is to be thought of', () => {
  const task = 'A picnic on Sunday at 13:00. Write a prompt for an invitation: time, place, rain plan, friendly.'
  const prompt =
    'Invite my friends to a picnic in the park, Sunday 1 pm, friendly please, and if the weather turns we meet at mine'

  it('is said by the weather, not by any "if"', () => {
    expect(score(task, 'Time, place, rain plan, friendly.', prompt)).toBeGreaterThan(3)
    expect(
      score(
        task,
        'Time, place, rain plan, friendly.',
        prompt.replace('the weather turns we meet at mine', 'you like add a joke'),
      ),
    ).toBeLessThan(4)
  })
})

describe('an hour in a prompt in another language than its task', () => {
  const task = 'You lost a green umbrella at 18:30. Write a prompt for a message: what, when, polite, 70 words at most.'

  it('may be in that language’s words', () => {
    const prompt =
      'Escribe un mensaje educado: perdí mi paraguas verde a las seis y media de la tarde. Máximo 70 palabras.'
    expect(score(task, 'What, time, polite, 70 words.', prompt)).toBeGreaterThan(3)
  })
})

describe('a quarter of an hour', () => {
  it.each<[LexiconLanguage, number, string, string]>([
    ['en', 8, '15', 'quarter past eight'],
    ['es', 8, '15', 'ocho y cuarto'],
    ['fr', 8, '45', 'neuf heures moins le quart'],
    ['pt', 8, '45', 'quinze para as nove'],
    ['tr', 8, '15', 'sekiz* ceyrek gec*'],
    ['ua', 8, '15', 'чверть на девят*'],
    ['ja', 8, '15', '八時十五分'],
  ])('is said in words in %s', (language, hour, minute, form) => {
    expect(clockForms(hour, minute, language)).toContain(form)
  })
})
