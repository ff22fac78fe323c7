import { exerciseBlocks } from '@kitewise/content/build-exercise'
import {
  exerciseLimits,
  longestAlt,
  longestFact,
  longestNotThis,
  longestPiece,
  type TextLimit,
} from '../lint/text-limits.ts'
import type { TextUnit } from './text-file.ts'

/** Read by a translator next to the text. `category` is what it's about. */
export type Note = { category: 'context' | 'limit' | 'terms' | 'translation' | 'version'; text: string }

type Rule = { blocks: readonly string[]; keys: RegExp; text: string }

const prompts = ['prompt', 'repair']
const exercises = Object.values<string>(exerciseBlocks)

/** What a translator needs to know about a text; the first rule that fits. */
const rules: readonly Rule[] = [
  {
    blocks: ['front'],
    keys: /^imageAlt$/,
    text: 'What the picture shows, for people who can’t see it. Not “Picture of …”.',
  },
  { blocks: ['front'], keys: /^notThis$/, text: 'What the course is not, so that nobody starts the wrong one.' },
  { blocks: ['front'], keys: /^title$/, text: 'The title, in lists and as the heading.' },
  { blocks: ['front'], keys: /./, text: 'Shown below the title, before the learner begins.' },
  { blocks: ['page'], keys: /\.c\d+$/, text: 'The title of a group of lessons.' },
  { blocks: ['page'], keys: /^title$/, text: 'A heading that states the idea of the text below it.' },
  {
    blocks: ['page'],
    keys: /./,
    text: 'Text of a lesson or fact. Bold marks a new term. A quotation is a chat bubble: the name before the colon says who speaks.',
  },
  { blocks: ['message'], keys: /./, text: 'Shown on the course page when the learner has come this far.' },
  {
    blocks: ['step'],
    keys: /^(?:title|text)$/,
    text: 'A question or information before registration. No pressure, no promises.',
  },
  { blocks: ['step'], keys: /./, text: 'An answer of the visitor.' },
  { blocks: ['quiz', 'item'], keys: /^question$/, text: 'A question with options. Only one of them is right.' },
  { blocks: ['quiz'], keys: /^hint$/, text: 'Shown on request before the answer. It must not give the answer away.' },
  {
    blocks: ['quiz'],
    keys: /\.feedback$/,
    text: 'Shown after this option is chosen. About the task, never about the person.',
  },
  {
    blocks: ['quiz'],
    keys: /^(?:correct|wrong)$/,
    text: 'Shown after a right or wrong answer, above the option’s own feedback.',
  },
  {
    blocks: ['quiz', 'item'],
    keys: /^[a-d]$/,
    text: 'An option. All options of a question have about the same length.',
  },
  { blocks: ['picture'], keys: /^alt$/, text: 'What the picture says, for people who can’t see it.' },
  {
    blocks: ['picture'],
    keys: /^labels$/,
    text: 'Words inside a picture, at most 6 each (20 in a picture with two halves).',
  },
  { blocks: ['reveal'], keys: /^reveal$/, text: 'What really happens, after the learner predicted it.' },
  {
    blocks: ['blanks'],
    keys: /^text$/,
    text: 'A sentence with blanks. Every choice of a blank must fit it grammatically: change the sentence if needed.',
  },
  { blocks: ['blanks'], keys: /\.why$/, text: 'Why the right choice fits this blank.' },
  { blocks: ['blanks'], keys: /\./, text: 'A choice for a blank of the sentence. It must fit grammatically.' },
  { blocks: ['flaw'], keys: /^asked$/, text: 'What the learner is told to have asked the assistant.' },
  {
    blocks: ['flaw'],
    keys: /^[a-e]$/,
    text: 'A part of the assistant’s answer. One part is wrong on purpose: keep the mistake.',
  },
  { blocks: exercises, keys: /^question$/, text: 'Says what to do in an exercise.' },
  { blocks: ['sort'], keys: /^group\./, text: 'The name of a group to sort things into.' },
  { blocks: ['sort'], keys: /^[a-z]$/, text: 'A thing to sort into one of the groups.' },
  {
    blocks: ['better'],
    keys: /^[ab]$/,
    text: 'One of two texts: the learner says which one is better. Keep the difference.',
  },
  { blocks: ['better'], keys: /^r\d$/, text: 'A possible reason why one of the texts is better.' },
  { blocks: ['reveal'], keys: /./, text: 'A prediction that the learner can choose.' },
  { blocks: exercises, keys: /why$/, text: 'Shown after the answer: why it is right.' },
  {
    blocks: prompts,
    keys: /^full$/,
    text: 'The task. It has all the facts a learner needs, but isn’t a prompt that could be copied.',
  },
  {
    blocks: prompts,
    keys: /^draft$/,
    text: 'A weak prompt that the learner improves. Keep it weak: add nothing that is missing.',
  },
  {
    blocks: prompts,
    keys: /^model$/,
    text: 'A prompt with every point of the task. The checklist must find all of them, so it must score 5 in this language.',
  },
  {
    blocks: prompts,
    keys: /\.phrases$/,
    text: 'For the checklist; learners don’t see it. What people would type in this language, not a literal translation. “;” separates things, “|” separates ways to say the same thing. Add ways that are common.',
  },
  {
    blocks: prompts,
    keys: /\.value$/,
    text: 'For the checklist; learners don’t see it. Names and figures as this file writes them. “;” separates values, “|” separates forms of one value (cases, spellings).',
  },
  { blocks: prompts, keys: /\.instead$/, text: 'What the learner can write in place of a private detail.' },
  { blocks: prompts, keys: /\.hint$/, text: 'Says what to do to add this point.' },
  {
    blocks: prompts,
    keys: /\.add$/,
    text: 'A sentence that completes the prompt. The checklist must find its point. Keep square brackets around the example that the learner replaces.',
  },
  {
    blocks: prompts,
    keys: /\.answer$/,
    text: 'What an assistant answers when the prompt has this point. The answers of all points read as one text.',
  },
  {
    blocks: prompts,
    keys: /\.without$/,
    text: 'What an assistant answers when the point is missing: concrete, a little funny, and it fits the other pieces.',
  },
  { blocks: prompts, keys: /^point\.[^.]+$/, text: 'The name of a point in the learner’s list: 2 to 5 words.' },
  { blocks: prompts, keys: /^tip$/, text: 'A tip, shown on request.' },
]

const moreLimits: readonly TextLimit[] = [
  { blocks: ['front'], keys: /^imageAlt$/, most: longestAlt, unit: 'characters' },
  { blocks: ['front'], keys: /^notThis$/, most: longestNotThis, unit: 'words' },
  { blocks: prompts, keys: /\.(?:answer|without)$/, most: longestPiece, unit: 'words' },
]

type Term = { term: string; word: string }
export type NoteOptions = {
  /** The glossary of the target language. */
  terms: readonly Term[]
  /** What the target language calls the assistant in a chat. */
  assistant: string | undefined
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const says = (text: string, term: string) =>
  new RegExp(String.raw`(?<!\p{L})${escape(term)}s?(?!\p{L})`, 'iu').test(text)

/** What the text is for, how long it may be, and the glossary's words for it. */
export function listNotes({ block, key, text }: TextUnit, { terms, assistant }: NoteOptions): Note[] {
  const rule = rules.find(({ blocks, keys }) => blocks.includes(block) && keys.test(key))
  const limits = [...exerciseLimits, ...moreLimits].filter(
    ({ blocks, keys }) => blocks.includes(block) && keys.test(key),
  )
  const words = terms.filter(({ term }) => says(text, term)).map(({ term, word }) => `${term} = ${word}`)
  const isChat = assistant !== undefined && text.includes('**Assistant:**')
  return [
    ...(rule ? [{ category: 'context' as const, text: rule.text }] : []),
    ...(isChat
      ? [{ category: 'context' as const, text: `“Assistant:” before a chat bubble is “${assistant}:”.` }]
      : []),
    ...limits.map(({ most, unit }) => ({ category: 'limit' as const, text: `At most ${most} ${unit}.` })),
    ...(words.length > 0 ? [{ category: 'terms' as const, text: `Glossary: ${words.join('; ')}` }] : []),
  ]
}

/** About a whole file. */
export function fileNote(name: string): Note | null {
  if (name.includes('facts/'))
    return { category: 'context', text: `A dated card beside a lesson. At most ${longestFact} words.` }
  if (name.includes('quizzes/')) return { category: 'context', text: 'The questions before registration.' }
  if (name.includes('skill-check/'))
    return {
      category: 'context',
      text: 'Questions before (a) and after (b) a course. Both forms of an item are equally hard.',
    }
  return null
}
