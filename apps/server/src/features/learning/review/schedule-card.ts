import { addDays } from '@kitewise/rules/calendar-day'
import { type Grade, grades } from '@kitewise/rules/daily-review'
import { type CardInput, fsrs, Rating, State } from 'ts-fsrs'

/** A learner's memory of one practice. Days are YYYY-MM-DD in the learner's calendar. */
export type ReviewCard = {
  practiceId: string
  /** Number of answers, including the one in the lesson. */
  turn: number
  lapses: number
  /** Days until the probability of remembering falls to 90 %. */
  stability: number
  /** 1 to 10; 0 while there is no memory. */
  difficulty: number
  lastRating: Grade | null
  lastDay: string | null
  dueDay: string
}

/** The only code that knows the FSRS library. No fuzz, so that two instances agree; no steps of minutes: practice is daily. */
const scheduler = fsrs({
  request_retention: 0.9,
  maximum_interval: 365,
  enable_fuzz: false,
  enable_short_term: false,
})

const libraryGrades = { 1: Rating.Again, 2: Rating.Hard, 3: Rating.Good, 4: Rating.Easy } as const satisfies Record<
  Grade,
  Rating
>

const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

const toLibrary = (card: ReviewCard): CardInput => ({
  due: noonOf(card.dueDay),
  stability: card.stability,
  difficulty: card.difficulty,
  elapsed_days: 0,
  scheduled_days: 0,
  learning_steps: 0,
  reps: card.turn,
  lapses: card.lapses,
  state: card.turn === 0 ? State.New : State.Review,
  last_review: card.lastDay === null ? null : noonOf(card.lastDay),
})

/** Met but not answered: due from the next day on. */
export function newCard(practiceId: string, day: string): ReviewCard {
  return {
    practiceId,
    turn: 0,
    lapses: 0,
    stability: 0,
    difficulty: 0,
    lastRating: null,
    lastDay: null,
    dueDay: addDays(day, 1),
  }
}

/** A mistake always comes back the next day. */
export function rateCard(card: ReviewCard, grade: Grade, day: string): ReviewCard {
  const { card: next } = scheduler.next(toLibrary(card), noonOf(day), libraryGrades[grade])
  return {
    practiceId: card.practiceId,
    turn: card.turn + 1,
    lapses: next.lapses,
    stability: next.stability,
    difficulty: next.difficulty,
    lastRating: grade,
    lastDay: day,
    dueDay: grade === grades.again ? addDays(day, 1) : dayOf(next.due),
  }
}

/** Probability (0 to 1) that the practice is remembered on a day; 0 if it was never answered. */
export function retrievabilityOn(card: ReviewCard, day: string): number {
  return card.turn === 0 ? 0 : scheduler.get_retrievability(toLibrary(card), noonOf(day), false)
}
