import type { ReviewSession, ReviewState } from '@kitewise/contract/review'
import { dayIn } from '@kitewise/rules/calendar-day'
import { chooseReviews, nextReviewDay } from '@kitewise/rules/daily-review'
import type { Context } from '../../context.ts'
import { findLearnerZone } from '../streak/find-learner-zone.ts'
import { collectCards } from './collect-cards.ts'
import { presentItem } from './present.ts'
import { findReviewDay } from './queries.ts'
import { retrievabilityOn } from './schedule-card.ts'

const stateOf = (counts: { items: number; doneToday: number; cards: number }): ReviewState => {
  if (counts.items > 0) return 'ready'
  if (counts.doneToday > 0) return 'done'
  return counts.cards === 0 ? 'nothing_met' : 'nothing_due'
}

/**
 * What a learner has to practise today, by the calendar of where they are.
 *
 * @param learner the zone that was sent, unchecked, and the text set that is wanted
 */
export const getSession = async (
  context: Context,
  { userId, timeZone, language }: { userId: string; timeZone: string | null; language: string },
): Promise<ReviewSession> => {
  const zone = await findLearnerZone(context, userId, timeZone)
  const cards = await collectCards(context, userId, zone)
  const { day, doneToday } = await findReviewDay(context.db, userId, dayIn(zone, context.clock().getTime()))
  const candidates = cards.map((card) => ({ ...card, retrievability: retrievabilityOn(card, day) }))
  const items = chooseReviews(candidates, { day, doneToday }).flatMap((card) => {
    const found = context.catalog.findPractice(card.practiceId)
    return found ? [presentItem(found, card, language)] : []
  })
  return {
    state: stateOf({ items: items.length, doneToday, cards: cards.length }),
    day,
    items,
    doneToday,
    nextDay: items.length > 0 ? null : nextReviewDay(cards, day),
  }
}
