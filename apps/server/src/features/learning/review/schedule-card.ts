import { addDays } from '@kitewise/rules/calendar-day'
import { type Grade, grades } from '@kitewise/rules/daily-review'
import { type CardInput, fsrs, Rating, State } from 'ts-fsrs'

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

/**
 * The only place that knows the FSRS library. It counts in whole days: each day is handed over as its noon in UTC. Nothing is random, so
 * that two instances agree; steps of minutes are off, since practice is once a day.
 */
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

/** The card of a practice that was met on a day and not answered: it is asked from the next day on. */
export const newCard = (practiceId: string, day: string): ReviewCard => ({
  practiceId,
  turn: 0,
  lapses: 0,
  stability: 0,
  difficulty: 0,
  lastRating: null,
  lastDay: null,
  dueDay: addDays(day, 1),
})

/** The card after an answer on a day. A mistake comes back on the next day, whatever was remembered before. */
export const rateCard = (card: ReviewCard, grade: Grade, day: string): ReviewCard => {
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

/** How likely the practice is remembered on a day, 0 to 1; 0 when it was never answered. */
export const retrievabilityOn = (card: ReviewCard, day: string): number =>
  card.turn === 0 ? 0 : scheduler.get_retrievability(toLibrary(card), noonOf(day), false)
