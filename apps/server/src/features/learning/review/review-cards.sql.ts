import type { Grade } from '@kitewise/rules/daily-review'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { ReviewCard } from './schedule-card.ts'

export function listCards(db: Queryable, userId: string): Promise<ReviewCard[]> {
  return db<ReviewCard[]>`
  select practice_id as "practiceId", turn, lapses, stability, difficulty, last_rating as "lastRating", last_day as "lastDay",
    due_day as "dueDay"
  from review_cards where user_id = ${userId} order by practice_id`
}

export async function findCard(
  db: Queryable,
  { userId, practiceId }: { userId: string; practiceId: string },
): Promise<ReviewCard | null> {
  const [card] = await db<ReviewCard[]>`
    select practice_id as "practiceId", turn, lapses, stability, difficulty, last_rating as "lastRating", last_day as "lastDay",
      due_day as "dueDay"
    from review_cards where user_id = ${userId} and practice_id = ${practiceId}`
  return card ?? null
}

/** For practices without a card, or never answered; leaves all others unchanged. */
export async function saveFirstCards(db: Tx, userId: string, cards: readonly ReviewCard[]): Promise<void> {
  await db`
    insert into review_cards as kept
      (user_id, practice_id, turn, lapses, stability, difficulty, last_rating, last_day, due_day)
    select ${userId}::uuid, card."practiceId", card.turn, card.lapses, card.stability, card.difficulty, card."lastRating",
      card."lastDay", card."dueDay"
    from jsonb_to_recordset(${db.json(cards)}) as card("practiceId" text, turn integer, lapses integer, stability float8,
      difficulty float8, "lastRating" smallint, "lastDay" date, "dueDay" date)
    on conflict (user_id, practice_id) do update set
      turn = excluded.turn, lapses = excluded.lapses, stability = excluded.stability, difficulty = excluded.difficulty,
      last_rating = excluded.last_rating, last_day = excluded.last_day, due_day = excluded.due_day
    where kept.turn = 0 and excluded.turn > 0`
}

type ReviewDay = { day: string; doneToday: number }

/**
 * It never goes back: after flying west, a learner stays on the day of their last review and gets no second set of ten.
 * `today` is YYYY-MM-DD where the learner is.
 */
export async function findReviewDay(db: Queryable, userId: string, today: string): Promise<ReviewDay> {
  const [row] = await db<[ReviewDay]>`
    with now as (select greatest(${today}::date, max(day)) as day from review_log where user_id = ${userId})
    select now.day, (select count(*) from review_log l where l.user_id = ${userId} and l.day = now.day) as "doneToday" from now`
  return row
}

/** Serializes writers of one learner's cards, on all instances. Call it first in the transaction. */
export async function lockReviews(tx: Tx, userId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`review:${userId}`}, 0))`
}

type Review = {
  userId: string
  day: string
  place: number
  turn: number
  rating: Grade
  at: Date
  /** The prompt that counted; null for questions. */
  promptHash: Buffer | null
  before: ReviewCard
}

/** Only a prompt's review can be corrected later, so only it keeps the previous card. */
export async function saveReview(tx: Tx, review: Review, card: ReviewCard): Promise<void> {
  const { promptHash, before } = review
  await tx`
    insert into review_log (user_id, day, place, practice_id, turn, rating, answered_at, prompt_hash, card_before)
    values (${review.userId}, ${review.day}, ${review.place}, ${card.practiceId}, ${review.turn}, ${review.rating}, ${review.at},
      ${promptHash}, ${promptHash === null ? null : tx.json(before)})`
  await saveCard(tx, review.userId, card)
}

const saveCard = async (tx: Tx, userId: string, card: ReviewCard): Promise<void> => {
  await tx`
    update review_cards set turn = ${card.turn}, lapses = ${card.lapses}, stability = ${card.stability},
      difficulty = ${card.difficulty}, last_rating = ${card.lastRating}, last_day = ${card.lastDay}, due_day = ${card.dueDay}
    where user_id = ${userId} and practice_id = ${card.practiceId}`
}

type ReviewKey = { userId: string; practiceId: string; turn: number }

/** Null after a correction. */
export async function findLapse(
  tx: Tx,
  { userId, practiceId, turn, promptHash }: ReviewKey & { promptHash: Buffer },
): Promise<{ day: string; rating: Grade; before: ReviewCard } | null> {
  const [row] = await tx<{ day: string; rating: Grade; before: ReviewCard }[]>`
    select day, rating, card_before as before from review_log
    where user_id = ${userId} and practice_id = ${practiceId} and turn = ${turn} and prompt_hash = ${promptHash}
      and card_before is not null`
  return row ?? null
}

export async function saveCorrection(
  tx: Tx,
  { userId, turn, rating }: Pick<Review, 'userId' | 'turn' | 'rating'>,
  card: ReviewCard,
): Promise<void> {
  await tx`
    update review_log set rating = ${rating}, prompt_hash = null, card_before = null
    where user_id = ${userId} and practice_id = ${card.practiceId} and turn = ${turn}`
  await saveCard(tx, userId, card)
}

/** YYYY-MM-DD in UTC. */
export async function listAnsweredDays(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db<{ day: string }[]>`
    select distinct (answered_at at time zone 'UTC')::date::text as day from review_log
    where user_id = ${userId} order by day`
  return rows.map(({ day }) => day)
}

/** Days of the learner's calendar with at least one review, from `since` (YYYY-MM-DD) on. */
export async function countPracticeDays(db: Queryable, userId: string, since: string): Promise<number> {
  const [row] = await db<[{ days: number }]>`
    select count(distinct day)::integer as days from review_log where user_id = ${userId} and day >= ${since}`
  return row.days
}
