import type { RubricWithWords } from '../rubric.ts'
import type { TaskWords } from '../task-words.ts'

/** A task with everything that the evaluator looks for, and its author's rubric. */
export const clientMail: TaskWords = {
  title: 'Move a client visit',
  description: 'Ask for a mail to a client.',
  fullDescription:
    'The visit of your client Ms Novak moves from 9 May to 14 May and takes place in room 204. Write a prompt for a mail that gives the facts, asks for a short yes or no, is friendly and has at most 80 words.',
  tip: 'Old and new date, room, short answer, tone, length.',
}

export const clientMailRubric: RubricWithWords = {
  minUnits: 12,
  facts: { oldDate: {}, newDate: {}, room: {} },
  criteria: [
    { id: 'task', level: 'must', weight: 2, cues: ['ask_to_write'], near: ['mail', 'email', 'message'] },
    { id: 'facts', level: 'must', weight: 3, of: ['oldDate', 'newDate', 'room'], needFacts: 2 },
    { id: 'reply', level: 'must', weight: 2, cues: ['ask_for_reply'], re: ['yes (or|/) no'] },
    { id: 'length', level: 'must', weight: 2, cues: ['length'] },
    { id: 'tone', level: 'should', weight: 1, cues: ['tone'] },
  ],
  words: {
    criteria: {
      task: { hint: 'Say that you want a mail.', add: 'Write it as a mail.' },
      facts: { hint: 'Give both dates and the room.', add: 'The visit moves from 9 May to 14 May, room 204.' },
      reply: { hint: 'Ask for a yes or no.', add: 'Ask for a short yes or no.' },
      length: { hint: 'Set a length.', add: 'Use 80 words at most.' },
      tone: { hint: 'Say how it should sound.', add: 'Keep it friendly.' },
    },
    facts: { oldDate: ['9 May', 'May 9', '9.5.'], newDate: ['14 May', 'May 14', '14.5.'], room: ['room 204'] },
    model:
      'Write a friendly mail to my client Ms Novak. Her visit moves from 9 May to 14 May, room 204. Ask for a short yes or no. Use 80 words at most.',
  },
}

export const goodMailPrompt =
  'Write a friendly mail to my client Ms Novak. Her visit moves from 9 May to 14 May, in room 204. Ask her to confirm with a short yes or no. Keep it under 80 words.'

export const beeTask: TaskWords = {
  title: 'Bees in the city',
  description: 'Ask for a summary.',
  fullDescription:
    'You have an article about bees in the city. Write a prompt for a summary in five points at most, with one number, in simple words, using only the article.',
  tip: 'Topic, points, number, words, nothing else.',
}
