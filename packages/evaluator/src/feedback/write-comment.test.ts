import { describe, expect, it } from 'vitest'
import { evaluatePrompt } from '../evaluate-prompt.ts'
import { lexiconLanguages, type LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import type { RubricWithWords } from '../rubric.ts'
import { foldText } from '../text/fold-text.ts'
import { measureUnits } from '../text/measure-units.ts'
import { clientMail } from '../test-support/tasks.ts'
import { longestComment } from './write-comment.ts'

const rubric: RubricWithWords = {
  criteria: [
    { id: 'tone', level: 'should', weight: 5, re: ['friendly'] },
    { id: 'ideas', level: 'must', weight: 2, re: ['\\bthings\\b', '\\bdraft\\b'] },
    { id: 'room', level: 'must', weight: 1, re: ['\\broom\\b'] },
    { id: 'date', level: 'must', weight: 3, re: ['14 may'] },
  ],
  words: {
    criteria: {
      tone: { hint: 'Say how it should sound.' },
      ideas: { hint: 'Say what you want.' },
      room: { hint: 'Name the room.' },
      date: { hint: 'Give the new date.' },
    },
  },
}
const commentOn = (prompt: string, own = rubric, language = 'en') =>
  evaluatePrompt({ task: clientMail, rubric: own, prompt, language }).comment

describe('what is still open', () => {
  it('is said in words that a request fits', () => {
    expect(commentOn('Draft a mail to my client about the visit, friendly, on 14 May.')).toContain(
      'Still open: Name the room.',
    )
  })

  it('is must-haves alone while one of them is missing', () => {
    const comment = commentOn('Draft a mail to my client about the visit on 14 May.')
    expect(comment).toContain('Name the room.')
    expect(comment).not.toContain('Say how it should sound')
  })

  it('is at most two things, the heavier first, a sentence each', () => {
    const comment = commentOn('A mail to my client about the visit.')
    expect(comment).toMatch(/Still open: Give the new date\. Say what you want\.$/)
  })

  it('is a wish when every must-have is there', () => {
    expect(commentOn('Draft a mail about the visit on 14 May in the big room.')).toMatch(/: Say how it should sound\.$/)
  })

  it('keeps the parts of a tip apart when nobody wrote hints', () => {
    const { comment } = evaluatePrompt({ task: clientMail, prompt: 'Write a mail to my client.', language: 'en' })
    expect(comment).toMatch(/Still open: [^.·]+ · [^.·]+\./)
  })

  const asked: Record<LexiconLanguage, string> = {
    en: 'Still open: Name the room.',
    es: 'Queda pendiente: Name the room.',
    fr: 'Reste à faire\u00A0: Name the room.',
    pt: 'Próximo passo: Name the room.',
    tr: 'Sıradaki adım: Name the room.',
    ua: 'Наступний крок: Name the room.',
    ko: '다음 단계예요: Name the room.',
    ja: 'まだ足りない点：Name the room。',
  }
  it.each(lexiconLanguages)('introduces a request in %s', (language) => {
    expect(commentOn('Draft a mail to my client about the visit on 14 May.', rubric, language)).toContain(
      asked[language],
    )
  })

  it('stays short with long hints and long findings', () => {
    const hint = 'Give the date from the chat, because nobody in the whole walking club can guess it without a look.'
    const long: RubricWithWords = {
      ...rubric,
      words: { criteria: Object.fromEntries(rubric.criteria.map(({ id }) => [id, { hint }])) },
    }
    const comment = commentOn('I need a lot of very nice things to do with my client on her visit here', long)
    expect(measureUnits(foldText(comment), 'en')).toBeLessThanOrEqual(longestComment)
    expect(comment).toContain(hint)
  })
})

const only = (re: string[]): RubricWithWords => ({
  criteria: [
    { id: 'one', level: 'must', weight: 2, re },
    { id: 'two', level: 'must', weight: 1, re: ['never'] },
  ],
  words: { criteria: { one: { hint: 'One.' }, two: { hint: 'Two.' } } },
})

describe('what was found', () => {
  it('is shown with its clause when it is a single word', () => {
    const comment = commentOn('Hello, give me three things for my client’s visit. Thanks.', only(['\\bthings\\b']))
    expect(comment).toContain('“give me three things for my client’s visit”')
  })

  it('is the longest of several places, in whole words', () => {
    const prompt = 'Write a mail, tell my client about the new room and the new dates of the visit.'
    const comment = commentOn(prompt, only(['\\bmail\\b', 'tell my client about the new room and the new date']))
    expect(comment).toContain('“tell my client about the new room and the new dates”')
  })

  it('is counted when nothing can be shown but a word', () => {
    expect(commentOn('client\nvisit\nmail\nroom\nthings', only(['\\bthings\\b']))).toContain('found 1 of 2 points')
  })

  it('is cut at a word, with a mark', () => {
    const prompt =
      'Please give me things for my client who is coming for a visit to our lovely new office next to the river'
    expect(commentOn(prompt, only(['\\bthings\\b']))).toMatch(/“Please give me things .* [a-z]+…”/)
  })
})
