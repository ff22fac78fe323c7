import type { ReviewItem, ReviewSession, ReviewVerdict } from '@kitewise/contract/review'
import type { Write } from '../../lib/outbox/outbox.ts'

export type ReviewWalk = {
  /** The first is on screen. */
  queue: readonly ReviewItem[]
  done: number
  /** What was done and left when the practice was opened. */
  total: number
  /** YYYY-MM-DD: when it was opened. */
  day: string
}

export type ReviewOutcome = Pick<ReviewVerdict, 'isCounted' | 'day' | 'doneToday' | 'comesBackOn'>

export type ReviewEvent = { type: 'counted'; outcome: ReviewOutcome } | { type: 'next' } | { type: 'later' }

export function startReview({ items, doneToday, day }: ReviewSession): ReviewWalk {
  return {
    queue: items,
    done: doneToday,
    total: doneToday + items.length,
    day,
  }
}

/** The server counts for all tabs. After midnight it counts another day than the one of this practice. */
const doneAfter = ({ done, day }: ReviewWalk, outcome: ReviewOutcome): number =>
  outcome.day === day ? outcome.doneToday : done + Number(outcome.isCounted)

/** `next` removes the current task, `later` moves it to the end. */
export function nextReview(walk: ReviewWalk, event: ReviewEvent): ReviewWalk {
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

/** The practice without what was answered since. A task that isn't in it changes nothing. */
export function withoutAnswered(session: ReviewSession, answered: readonly string[]): ReviewSession {
  const items = session.items.filter(({ practiceId }) => !answered.includes(practiceId))
  if (items.length === session.items.length) return session
  const doneToday = session.doneToday + session.items.length - items.length
  return { ...session, items, doneToday, state: items.length > 0 ? 'ready' : 'done' }
}

/** The practices of unsent reviews. */
export function answeredIn(writes: readonly Pick<Write, 'path' | 'body'>[]): string[] {
  return writes
    .filter(({ path }) => path.startsWith('/api/product-user/review/'))
    .map(({ body }) => (body as { practiceId: string }).practiceId)
}
