import type { OnboardingQuiz } from '@kitewise/content/catalog'
import type { Queryable } from '../../database/connect.ts'
import {
  countFurthestSteps,
  countMilestones,
  type Milestones,
  type StepCount,
  type WeekMilestones,
} from './funnel.sql.ts'

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
  ['learningOnDay30', 'learning on day 30'],
]

/** Visitors who left before giving an email address are deleted after 90 days, so older periods show only those who registered. */
export async function countFunnel(
  db: Queryable,
  quizzes: readonly OnboardingQuiz[],
  sinceDays: number | null,
): Promise<Funnel[]> {
  const from = sinceDays === null ? null : new Date(Date.now() - sinceDays * 86_400_000)
  const counts = sumWeeks(await countMilestones(db, { from, to: null }))
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

const sumWeeks = (weeks: readonly WeekMilestones[]): Milestones[] => {
  const quizzes = new Map<string, Milestones>()
  for (const { week: _, ...counts } of weeks) {
    const key = `${counts.variant} ${counts.version}`
    const known = quizzes.get(key)
    if (known) for (const [name] of [['begun'] as const, ...milestones]) known[name] += counts[name]
    else quizzes.set(key, counts)
  }
  return [...quizzes.values()].sort((a, b) => a.variant - b.variant || a.version - b.version)
}

const stepRows = (furthest: readonly StepCount[], quiz: OnboardingQuiz | undefined): FunnelRow[] => {
  const length = Math.max(quiz?.steps.length ?? 0, ...furthest.map(({ step }) => step))
  return Array.from({ length }, (_, index) => {
    const id = quiz?.steps[index]?.id
    const people = furthest.reduce((sum, one) => (one.step > index ? sum + one.people : sum), 0)
    return { name: `step ${index + 1}${id ? ` (${id})` : ''}`, people }
  })
}
