import type { Grade } from '@kitewise/rules/daily-review'

/** What a learner remembers of one practice. Days are YYYY-MM-DD of the learner's calendar. */
export type ReviewCard = {
  practiceId: string
  /** Answers so far, the lesson's own among them. */
  turn: number
  lapses: number
  /** In days: after this long it is remembered with 90 %. */
  stability: number
  /** 1 to 10; 0 while there is no memory. */
  difficulty: number
  lastRating: Grade | null
  lastDay: string | null
  dueDay: string
}
