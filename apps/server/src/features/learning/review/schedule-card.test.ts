import { addDays, daysBetween } from '@kitewise/rules/calendar-day'
import { chooseReviews, type Grade, isUp, mostReviewsPerDay } from '@kitewise/rules/daily-review'
import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  property,
  record,
  shuffledSubarray,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newCard, rateCard, retrievabilityOn, type ReviewCard } from './schedule-card.ts'

const monday = '2026-05-11'
const intervalOf = (card: ReviewCard): number => daysBetween(card.lastDay ?? '', card.dueDay)

describe('card', () => {
  it('without an answer is due from the next day and has zero retrievability', () => {
    const card = newCard('p', monday)
    expect(card.dueDay).toBe('2026-05-12')
    expect(retrievabilityOn(card, '2026-05-12')).toBe(0)
  })

  it('comes back after 3, 14 and 57 days with correct answers', () => {
    let card = rateCard(newCard('p', monday), 3, monday)
    const intervals = [intervalOf(card)]
    for (let round = 0; round < 2; round += 1) {
      card = rateCard(card, 3, card.dueDay)
      intervals.push(intervalOf(card))
    }
    expect(intervals).toEqual([3, 14, 57])
    expect(retrievabilityOn(card, card.dueDay)).toBeCloseTo(0.9, 2)
  })

  it('comes back on the day after a mistake, however stable it was, and counts a lapse', () => {
    let card = rateCard(newCard('p', monday), 3, monday)
    for (let round = 0; round < 5; round += 1) card = rateCard(card, 3, card.dueDay)
    expect(intervalOf(card)).toBeGreaterThan(100)
    const day = card.dueDay
    card = rateCard(card, 1, day)
    expect(card).toMatchObject({ dueDay: addDays(day, 1), lapses: 1, lastRating: 1, turn: 7 })
  })

  it('comes back after a year at the latest', () => {
    let card = rateCard(newCard('p', monday), 3, monday)
    for (let round = 0; round < 12; round += 1) card = rateCard(card, 3, card.dueDay)
    // The library keeps "good" one day above "hard", which is also at the limit.
    expect(intervalOf(card)).toBe(366)
  })

  it('is deterministic on every instance', () => {
    const grades = [3, 3, 1, 2, 4, 3] as const
    const live = () =>
      grades.reduce<ReviewCard>((card, grade) => rateCard(card, grade, card.dueDay), newCard('p', monday))
    expect(live()).toEqual(live())
  })
})

type Answer = { practiceId: string; turn: number; grade: Grade }
type World = { cards: ReviewCard[]; doneToday: number; counted: string[] }

const chosenOf = (cards: ReviewCard[], day: string, doneToday: number) =>
  chooseReviews(
    cards.map((card) => ({ ...card, retrievability: retrievabilityOn(card, day) })),
    { day, doneToday },
  )

/** The server's handling of an answer, in memory. */
const take = (world: World, { practiceId, turn, grade }: Answer, day: string): World => {
  const card = world.cards.find((one) => one.practiceId === practiceId)
  if (!card || !isUp(card, { turn, day, doneToday: world.doneToday })) return world
  const cards = world.cards.map((one) => (one === card ? rateCard(card, grade, day) : one))
  return { cards, doneToday: world.doneToday + 1, counted: [...world.counted, `${practiceId}/${turn}`] }
}

const grade = constantFrom<Grade>(1, 2, 3, 4)
type Plan = { comes: boolean; met: number; grades: Grade[]; repeats: number[] }

const dayPlan: Arbitrary<Plan> = record({
  comes: boolean(),
  met: integer({ min: 0, max: 7 }),
  grades: array(grade, { minLength: mostReviewsPerDay, maxLength: mostReviewsPerDay }),
  repeats: shuffledSubarray(Array.from({ length: mostReviewsPerDay }, (_, index) => index)),
})

/** Simulates days; no answers on missed days. `isDoubled`: repeats answers in another order, today and later. */
const live = (plans: readonly Plan[], isDoubled: boolean) => {
  let world: World = { cards: [], doneToday: 0, counted: [] }
  let met = 0
  const sent: Answer[] = []
  for (const [index, plan] of plans.entries()) {
    const day = addDays(monday, index)
    world = { ...world, doneToday: 0 }
    const due = world.cards.filter(({ dueDay }) => dueDay <= day)
    if (plan.comes) {
      const chosen = chosenOf(world.cards, day, 0)
      expect(chosen).toHaveLength(Math.min(due.length, mostReviewsPerDay))
      const mistakes = chosen.filter(({ lastRating }) => lastRating === 1)
      expect(chosen.slice(0, mistakes.length)).toEqual(mistakes)
      if (mistakes.length < chosen.length)
        expect(mistakes).toHaveLength(due.filter(({ lastRating }) => lastRating === 1).length)
      if (isDoubled) for (const old of sent) expect(take(world, old, day)).toBe(world)
      const answers = chosen.map(({ practiceId, turn }, place) => ({
        practiceId,
        turn,
        grade: plan.grades[place] ?? 3,
      }))
      for (const answer of answers) world = take(world, answer, day)
      if (isDoubled)
        for (const place of plan.repeats) {
          const again = answers[place]
          if (again) expect(take(world, { ...again, grade: 1 }, day)).toBe(world)
        }
      sent.push(...answers)
      expect(world.doneToday).toBe(chosen.length)
    }
    const fresh = Array.from({ length: plan.met }, () => newCard(`p${(met += 1)}`, day))
    world = {
      ...world,
      cards: [
        ...world.cards,
        ...fresh.map((card, at) => (at % 2 === 0 ? rateCard(card, plan.grades[at] ?? 3, day) : card)),
      ],
    }
  }
  return { world, met, end: addDays(monday, plans.length) }
}

describe('months of practice with missed days', () => {
  it('never have more than ten tasks a day, start with mistakes and lose nothing', () => {
    assert(
      property(array(dayPlan, { minLength: 5, maxLength: 60 }), (plans) => {
        const { world, met, end } = live(plans, false)
        expect(world.cards).toHaveLength(met)
        // With no new cards and daily practice, the backlog is cleared.
        let rest = world
        const waiting = new Set(rest.cards.filter(({ dueDay }) => dueDay <= end).map(({ practiceId }) => practiceId))
        for (let index = 0; waiting.size > 0 && index < 400; index += 1) {
          const day = addDays(end, index)
          rest = { ...rest, doneToday: 0 }
          for (const { practiceId, turn } of chosenOf(rest.cards, day, 0)) {
            rest = take(rest, { practiceId, turn, grade: 3 }, day)
            waiting.delete(practiceId)
          }
        }
        expect([...waiting]).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('are the same when answers arrive twice, shuffled or days late', () => {
    assert(
      property(array(dayPlan, { minLength: 2, maxLength: 30 }), (plans) => {
        expect(live(plans, true).world).toEqual(live(plans, false).world)
      }),
      { numRuns: 200 },
    )
  })
})
