import { addDays } from './calendar-day.ts'

/**
 * Which practices come back on a day, and what an answer is worth. At most ten a day; mistakes first, then what is most likely
 * forgotten. What does not fit waits for the next days, in the same order, so a missed day loses nothing and adds nothing to a day.
 */
export const mostReviewsPerDay = 10

/** The grades of FSRS. */
export const grades = { again: 1, hard: 2, good: 3, easy: 4 } as const
export type Grade = (typeof grades)[keyof typeof grades]

/** What choosing needs to know of a card. */
export type ReviewCandidate = {
  practiceId: string
  /** Null for what was met and never answered. */
  lastRating: Grade | null
  /** YYYY-MM-DD: the first day on which it may come back. */
  dueDay: string
  /** How likely it is remembered on the day in question, 0 to 1; 0 for what was never answered. */
  retrievability: number
}

export const gradeOfAnswer = (isCorrect: boolean): Grade => (isCorrect ? grades.good : grades.again)

/**
 * 4 and 5 pass and are good; 5 is not "easy", since writing a prompt always takes thought. 3 is nearly there and so hard; less is a miss.
 * @param score 0 to 5, a number written as text as the API has it
 */
export const gradeOfScore = (score: string): Grade => {
  const points = Number(score)
  if (points >= 4) return grades.good
  return points >= 3 ? grades.hard : grades.again
}

export const isMistake = ({ lastRating }: Pick<ReviewCandidate, 'lastRating'>): boolean => lastRating === grades.again

/** Mistakes, then the least remembered, then the longest due; the id last, so that every instance says the same. */
const compare = (one: ReviewCandidate, other: ReviewCandidate): number =>
  Number(isMistake(other)) - Number(isMistake(one)) ||
  one.retrievability - other.retrievability ||
  compareText(one.dueDay, other.dueDay) ||
  compareText(one.practiceId, other.practiceId)

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/**
 * What is left of a day's practice, in the order to ask.
 * @param doneToday how many reviews of the day are done
 */
export const chooseReviews = <Card extends ReviewCandidate>(
  cards: readonly Card[],
  { day, doneToday }: { day: string; doneToday: number },
): Card[] =>
  cards
    .filter(({ dueDay }) => dueDay <= day)
    .sort(compare)
    .slice(0, Math.max(0, mostReviewsPerDay - doneToday))

/** Whether a card may be reviewed now: the answer is the one to its turn, its day has come, and the day is not full. */
export const isUp = (
  card: { turn: number; dueDay: string },
  answer: { turn: number; day: string; doneToday: number },
): boolean => card.turn === answer.turn && card.dueDay <= answer.day && answer.doneToday < mostReviewsPerDay

/** The first day after `day` on which something waits; null when there are no cards. */
export const nextReviewDay = (cards: readonly { dueDay: string }[], day: string): string | null => {
  const tomorrow = addDays(day, 1)
  const days = cards.map(({ dueDay }) => (dueDay < tomorrow ? tomorrow : dueDay))
  return days.sort()[0] ?? null
}
