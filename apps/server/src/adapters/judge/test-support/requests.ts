import type { RubricWithWords } from '@kitewise/evaluator/rubric'
import type { JudgeRequest } from '../port.ts'

const rubric: RubricWithWords = {
  criteria: [
    { id: 'task', level: 'must', weight: 2, cues: ['ask_to_write'], near: ['note', 'message'] },
    { id: 'reader', level: 'must', weight: 2, cues: ['reader'] },
    { id: 'length', level: 'must', weight: 2, cues: ['length'] },
  ],
  words: {
    criteria: {
      task: { hint: 'Say what to write.', add: 'Write a note.' },
      reader: { hint: 'Say who will read it.', add: 'It is for our new neighbours.' },
      length: { hint: 'Set a length.', add: 'Use 60 words at most.' },
    },
    model: 'Write a welcome note to our new neighbours. Use 60 words at most.',
  },
}

/** A request to judge a good prompt; a test names what is different. */
export function makeRequest(different: Partial<JudgeRequest> = {}): JudgeRequest {
  return {
    practiceId: 'course.l1.f1.p1',
    task: {
      title: 'Welcome the neighbours',
      description: 'Ask for a welcome note.',
      fullDescription: 'New neighbours moved in. Ask for a short welcome note for them.',
      tip: 'Task, reader, length.',
    },
    rubric,
    language: 'en',
    prompt: 'Write a welcome note to our new neighbours, 60 words at most, friendly.',
    userId: 'ann',
    ...different,
  }
}

/** What a model says about `makeRequest()` when it does its work well. */
export function goodAnswer(different: object = {}): string {
  return JSON.stringify({
    criteria: [
      { id: 'task', quote: 'Write a welcome note', met: 1 },
      { id: 'reader', quote: 'our new neighbours', met: 1 },
      { id: 'length', quote: '60 words at most', met: 1 },
    ],
    offtopic: false,
    to_grader: false,
    comment: 'You say who will read the note. You could add one thing to do together.',
    recommendedPrompt: 'Write a welcome note to our new neighbours, 60 words at most, friendly and warm.',
    ...different,
  })
}
