import type { Exercise } from '@kitewise/contract/exercises'

const choice = (id: string, text: string) => ({ id, text })

/** One exercise of each type, with a right and a wrong answer. */
export const sampleExercises: readonly {
  name: string
  exercise: Exercise
  right: Record<string, string>
  wrong: Record<string, string>
}[] = [
  {
    name: 'Predict',
    exercise: {
      kind: 'reveal',
      question: 'You ask for a book that doesn’t exist. What will it do?',
      options: [choice('a', 'Ask which one you mean'), choice('b', 'Make up a plausible one')],
      reveal: 'It fills the gap, and sounds just as sure as before.',
      slots: { choice: { options: ['a', 'b'], correct: 'b' } },
    },
    right: { choice: 'b' },
    wrong: { choice: 'a' },
  },
  {
    name: 'Sort',
    exercise: {
      kind: 'sort',
      question: 'Which color is each job?',
      groups: [choice('green', 'Let it help'), choice('red', 'Keep it human')],
      items: [
        { id: 'a', text: 'Ideas for a picnic', why: 'Nothing breaks if one is odd.' },
        { id: 'b', text: 'Who gets the flat', why: 'It decides about people.' },
      ],
      slots: { a: { options: ['green', 'red'], correct: 'green' }, b: { options: ['green', 'red'], correct: 'red' } },
    },
    right: { a: 'green', b: 'red' },
    wrong: { a: 'green', b: 'green' },
  },
  {
    name: 'Fill the blanks',
    exercise: {
      kind: 'blanks',
      question: 'Complete the prompt.',
      text: '{task} for {reader}.',
      blanks: [
        { id: 'task', options: [choice('a', 'Write a note'), choice('b', 'Think')], why: 'A verb says what to do.' },
        { id: 'reader', options: [choice('a', 'people'), choice('b', 'our guests')], why: 'Guests are a reader.' },
      ],
      slots: { task: { options: ['a', 'b'], correct: 'a' }, reader: { options: ['a', 'b'], correct: 'b' } },
    },
    right: { task: 'a', reader: 'b' },
    wrong: { task: 'a', reader: 'a' },
  },
  {
    name: 'Find the flaw',
    exercise: {
      kind: 'flaw',
      question: 'Which part is wrong?',
      asked: 'What do four tickets for 12 euros cost?',
      parts: [
        { id: 'a', text: 'One costs 12 euros.', why: 'The question says so.' },
        { id: 'b', text: 'Four cost 44 euros.', why: 'Four times 12 is 48.' },
        { id: 'c', text: 'Buy them a day ahead.', why: 'That is good advice.' },
      ],
      slots: { part: { options: ['a', 'b', 'c'], correct: 'b' } },
    },
    right: { part: 'b' },
    wrong: { part: 'c' },
  },
  {
    name: 'Better of two',
    exercise: {
      kind: 'better',
      question: 'Which follow-up is better?',
      options: [choice('a', 'Better, please.'), choice('b', 'Keep the market, drop the museum.')],
      reasons: [choice('r1', 'It is longer'), choice('r2', 'It says what stays')],
      why: 'Nothing is left to guess.',
      slots: { better: { options: ['a', 'b'], correct: 'b' }, because: { options: ['r1', 'r2'], correct: 'r2' } },
    },
    right: { better: 'b', because: 'r2' },
    wrong: { better: 'a', because: 'r2' },
  },
]
