import type { ReviewItem, ReviewSession } from '@kitewise/contract/review'
import { answer, api, at, http } from './api.ts'
import { makePrompt } from './make-lesson.ts'

const place = {
  turn: 3,
  isMistake: false,
  course: { id: 'c1', title: 'First course' },
  lesson: { id: 'l1', title: 'First lesson' },
  fragment: { id: 'f1', title: 'Idea 1', index: 2 },
  language: 'en',
}

/** A question with the options `a` and `b`; only a verdict reveals the right one. */
export function makeReviewQuestion(practiceId: string, changes: Partial<typeof place> = {}): ReviewItem {
  return {
    kind: 'question',
    practiceId,
    ...place,
    ...changes,
    question: {
      question: `Question ${practiceId}?`,
      hint: 'It is the second one.',
      options: [
        { id: 'a', text: 'The first' },
        { id: 'b', text: 'The second' },
      ],
    },
  }
}

const { promptCreation } = makePrompt()

export function makeReviewPrompt(practiceId: string): ReviewItem {
  if (!promptCreation) throw new Error('the task of a prompt is missing')
  return { kind: 'prompt', practiceId, ...place, promptCreation }
}

/** A sort with one item, which belongs to the group `green`. */
export function makeReviewExercise(practiceId: string): ReviewItem {
  return {
    kind: 'exercise',
    practiceId,
    ...place,
    exercise: {
      kind: 'sort',
      question: `Exercise ${practiceId}?`,
      slots: { a: { options: ['green', 'red'], correct: 'green' } },
      groups: [
        { id: 'green', text: 'Green' },
        { id: 'red', text: 'Red' },
      ],
      items: [{ id: 'a', text: 'Ideas for a picnic', why: 'Nothing breaks.' }],
    },
  }
}

/** A practice with the given items, by default on 12 May 2040 with nothing done. */
export function makeReviewSession(changes: Partial<ReviewSession> = {}): ReviewSession {
  return {
    state: (changes.items ?? []).length > 0 ? 'ready' : 'nothing_due',
    day: '2040-05-12',
    items: [],
    doneToday: 0,
    nextDay: null,
    ...changes,
  }
}

/** Today's practice for successive requests; the last one given repeats. */
export function givenReview(...sessions: Partial<ReviewSession>[]): void {
  let asked = 0
  api.use(
    http.get(at('/api/product-user/review'), () => {
      const changes = sessions[Math.min(asked, sessions.length - 1)]
      asked += 1
      return answer(makeReviewSession(changes))
    }),
  )
}
