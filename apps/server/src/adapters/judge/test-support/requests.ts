import type { Point, PointTexts, Task } from '@kitewise/evaluator/task'
import type { AnswerRequest, JudgeRequest } from '../port.ts'

const points: Point[] = [
  { id: 'task', kind: 'request', of: 'write', level: 'must' },
  { id: 'reader', kind: 'reader', level: 'must' },
  { id: 'length', kind: 'length', unit: 'words', level: 'must' },
]

const textsOf = (name: string, hint: string, add: string): PointTexts => ({
  name,
  hint,
  add,
  answer: `${name} is there.`,
  without: `${name} is missing.`,
})

/** A task with three points. */
export const task: Task = {
  points,
  texts: {
    title: 'Welcome the neighbours',
    description: 'Ask for a welcome note.',
    full: 'New neighbours moved in. Ask for a short welcome note for them.',
    tip: 'Task, reader, length.',
    model: 'Write a welcome note to our new neighbours. Use 60 words at most.',
    points: {
      task: textsOf('What to write', 'Say what to write.', 'Write a note.'),
      reader: textsOf('Who reads it', 'Say who will read it.', 'It is for our new neighbours.'),
      length: textsOf('How long', 'Set a length.', 'Use 60 words at most.'),
    },
  },
  language: 'en',
  elsewhere: {},
  isExam: false,
}

/** A request to judge a good prompt; a test passes only what differs. */
export function makeRequest(different: Partial<JudgeRequest> = {}): JudgeRequest {
  return {
    practiceId: 'course.l1.f1.p1',
    task,
    language: 'en',
    prompt: 'Write a welcome note to our new neighbours, 60 words at most, friendly.',
    userId: 'ann',
    ...different,
  }
}

/** A request to answer the same prompt. */
export function makeAnswerRequest(different: Partial<AnswerRequest> = {}): AnswerRequest {
  const { practiceId: _, shown: __, ...request } = makeRequest()
  return { ...request, signal: new AbortController().signal, ...different }
}

/** A correct model's answer to `makeRequest()`. */
export function goodAnswer(different: object = {}): string {
  return JSON.stringify({
    points: [
      { id: 'task', quote: 'Write a welcome note', state: 'found' },
      { id: 'reader', quote: 'our new neighbours', state: 'found' },
      { id: 'length', quote: 'words at most', state: 'found' },
    ],
    ...different,
  })
}
