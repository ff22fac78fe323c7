import type { ReviewItem, ReviewSession } from '@kitewise/contract/review'

/** Where the learner is in today's practice. */
export type ReviewWalk = {
  /** The first is on the screen. */
  queue: readonly ReviewItem[]
  done: number
  /** What is done and what is left, as it was when the practice was opened. */
  total: number
}

export type ReviewEvent = { type: 'counted'; doneToday: number } | { type: 'next' } | { type: 'later' }

export const startReview = ({ items, doneToday }: ReviewSession): ReviewWalk => ({
  queue: items,
  done: doneToday,
  total: doneToday + items.length,
})

/** `next` leaves the task on the screen, `later` puts it behind all others. */
export const nextReview = (walk: ReviewWalk, event: ReviewEvent): ReviewWalk => {
  const { queue } = walk
  switch (event.type) {
    case 'counted':
      return { ...walk, done: Math.min(walk.total, event.doneToday) }
    case 'next':
      return { ...walk, queue: queue.slice(1) }
    case 'later':
      return { ...walk, queue: [...queue.slice(1), ...queue.slice(0, 1)] }
    default:
      return event satisfies never
  }
}
