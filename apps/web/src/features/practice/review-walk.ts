import type { ReviewItem, ReviewSession, ReviewVerdict } from '@kitewise/contract/review'

/** Where the learner is in today's practice. */
export type ReviewWalk = {
  /** The first is on the screen. */
  queue: readonly ReviewItem[]
  done: number
  /** What is done and what is left, as it was when the practice was opened. */
  total: number
  /** YYYY-MM-DD: when it was opened. */
  day: string
}

/** What the server said of an answer. */
export type ReviewOutcome = Pick<ReviewVerdict, 'isCounted' | 'day' | 'doneToday' | 'comesBackOn'>

export type ReviewEvent = { type: 'counted'; outcome: ReviewOutcome } | { type: 'next' } | { type: 'later' }

export const startReview = ({ items, doneToday, day }: ReviewSession): ReviewWalk => ({
  queue: items,
  done: doneToday,
  total: doneToday + items.length,
  day,
})

/** The server counts for all tabs. After midnight it counts another day than this practice was opened on. */
const doneAfter = ({ done, day }: ReviewWalk, outcome: ReviewOutcome): number =>
  outcome.day === day ? outcome.doneToday : done + Number(outcome.isCounted)

/** `next` leaves the task on the screen, `later` puts it behind all others. */
export const nextReview = (walk: ReviewWalk, event: ReviewEvent): ReviewWalk => {
  const { queue } = walk
  switch (event.type) {
    case 'counted':
      return { ...walk, done: Math.min(walk.total, doneAfter(walk, event.outcome)) }
    case 'next':
      return { ...walk, queue: queue.slice(1) }
    case 'later':
      return { ...walk, queue: [...queue.slice(1), ...queue.slice(0, 1)] }
    default:
      return event satisfies never
  }
}
