import { addDays } from './calendar-day.ts'

/** Mistakes first, then the practices most likely forgotten; the rest waits in this order (docs/product.md R74-R76). */
export const mostReviewsPerDay = 10

/** FSRS ratings. */
export const grades = { again: 1, hard: 2, good: 3, easy: 4 } as const
export type Grade = (typeof grades)[keyof typeof grades]

export type ReviewCandidate = {
  practiceId: string
  /** Null if met but never answered. */
  lastRating: Grade | null
  /** YYYY-MM-DD, the first day it may come back. */
  dueDay: string
  /** Probability of recall on that day, 0 to 1; 0 if never answered. */
  retrievability: number
}

export function gradeOfAnswer(isCorrect: boolean): Grade {
  return isCorrect ? grades.good : grades.again
}

/** `score` is 0 to 5 as text. 5 is not "easy", because writing a prompt always takes thought. */
export function gradeOfScore(score: string): Grade {
  const points = Number(score)
  if (points >= 4) return grades.good
  return points >= 3 ? grades.hard : grades.again
}

export function isMistake({ lastRating }: Pick<ReviewCandidate, 'lastRating'>): boolean {
  return lastRating === grades.again
}

/** The ID comes last, so that every instance gives the same order. */
const compare = (one: ReviewCandidate, other: ReviewCandidate): number =>
  Number(isMistake(other)) - Number(isMistake(one)) ||
  one.retrievability - other.retrievability ||
  compareText(one.dueDay, other.dueDay) ||
  compareText(one.practiceId, other.practiceId)

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

export function chooseReviews<Card extends ReviewCandidate>(
  cards: readonly Card[],
  { day, doneToday }: { day: string; doneToday: number },
): Card[] {
  return cards
    .filter(({ dueDay }) => dueDay <= day)
    .sort(compare)
    .slice(0, Math.max(0, mostReviewsPerDay - doneToday))
}

/** `turn` must match, so that an answer counts only once. */
export function isUp(
  card: { turn: number; dueDay: string },
  answer: { turn: number; day: string; doneToday: number },
): boolean {
  return card.turn === answer.turn && card.dueDay <= answer.day && answer.doneToday < mostReviewsPerDay
}

export function nextReviewDay(cards: readonly { dueDay: string }[], day: string): string | null {
  const tomorrow = addDays(day, 1)
  const days = cards.map(({ dueDay }) => (dueDay > day ? dueDay : tomorrow))
  return days.sort()[0] ?? null
}
