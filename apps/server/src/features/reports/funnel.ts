import type { OnboardingQuiz } from '@kitewise/content/catalog'
import type { Queryable } from '../../database/connect.ts'
import { countFurthestSteps, countMilestones, type Milestones, type StepCount } from './funnel.sql.ts'

export type FunnelRow = { name: string; people: number }

export type Funnel = { quiz: string; rows: FunnelRow[] }

const milestones: [keyof Milestones, string][] = [
  ['planMade', 'plan made'],
  ['taskTried', 'free task tried'],
  ['registered', 'email given'],
  ['checkoutBegun', 'checkout started'],
  ['paid', 'paid or on trial'],
  ['pinSet', 'PIN set'],
  ['lessonFinished', 'first lesson finished'],
]

/** Visitors who left before giving an email address are deleted after 90 days, so older periods show only those who registered. */
export async function countFunnel(
  db: Queryable,
  quizzes: readonly OnboardingQuiz[],
  sinceDays: number | null,
): Promise<Funnel[]> {
  const counts = await countMilestones(db, sinceDays)
  const furthest = await countFurthestSteps(db, sinceDays)
  return counts.map((reached) => {
    const isOwn = (other: { variant: number; version: number }) =>
      other.variant === reached.variant && other.version === reached.version
    const rows = [
      { name: 'quiz started', people: reached.begun },
      ...stepRows(furthest.filter(isOwn), quizzes.find(isOwn)),
      ...milestones.map(([key, name]) => ({ name, people: reached[key] })),
    ]
    return { quiz: `f${reached.variant}-v${reached.version}`, rows }
  })
}

const stepRows = (furthest: readonly StepCount[], quiz: OnboardingQuiz | undefined): FunnelRow[] => {
  const length = Math.max(quiz?.steps.length ?? 0, ...furthest.map(({ step }) => step))
  return Array.from({ length }, (_, index) => {
    const id = quiz?.steps[index]?.id
    const people = furthest.reduce((sum, one) => (one.step > index ? sum + one.people : sum), 0)
    return { name: `step ${index + 1}${id ? ` (${id})` : ''}`, people }
  })
}
