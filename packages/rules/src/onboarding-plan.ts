import type { Level } from '@kitewise/contract/entities'
import type { DailyMinutes, LearningGoal, ReadinessLevel, SkillLabel } from '@kitewise/contract/onboarding-entities'

const intermediateFrom = 40
const highFrom = 70

/** Readiness, 0 to 100 (docs/product.md R37). Both are 0 for a quiz without points. */
export function readinessScore({ points, mostPoints }: { points: number; mostPoints: number }): number {
  return mostPoints <= 0 ? 0 : Math.round((100 * Math.min(Math.max(points, 0), mostPoints)) / mostPoints)
}

export function readinessLevel(score: number): ReadinessLevel {
  return score < intermediateFrom ? 'low' : score < highFrom ? 'intermediate' : 'high'
}

export function skillLabel(score: number): SkillLabel {
  return score < highFrom ? 'Beginner' : 'AI Master'
}

type GrowthPoint = { week: number; score: number }

const weeks = 4
const minutesOfAllCourses = 500

/**
 * The expected score, from week 0 (the score itself) to week 4 (docs/product.md R38). An estimate: the distance to 100
 * shrinks by the factor e per 500 minutes, about all courses.
 */
export function growthCurve(score: number, minutesPerDay: number): GrowthPoint[] {
  return Array.from({ length: weeks + 1 }, (_, week) => {
    const practiced = Math.max(minutesPerDay, 0) * 7 * week
    return { week, score: Math.round(100 - (100 - score) * Math.exp(-practiced / minutesOfAllCourses)) }
  })
}

const finishedQuizzesNeeded = 500

/**
 * The "ahead of … %" claim, 1 to 99, or null for none (docs/product.md R39; docs/decisions/0093). `claim` is the
 * brand's percentage, null if it makes none.
 */
export function aheadPercent(
  score: number,
  countsByScore: ReadonlyMap<number, number>,
  claim: number | null,
): number | null {
  if (claim === null || readinessLevel(score) === 'low') return null
  const counts = [...countsByScore]
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  if (total < finishedQuizzesNeeded) return claim
  const below = counts.reduce((sum, [other, count]) => (other < score ? sum + count : sum), 0)
  const percent = Math.min(99, Math.floor((100 * below) / total))
  return percent > 0 ? percent : null
}

export function chosenMinutes(minutes: readonly DailyMinutes[]): DailyMinutes {
  return minutes.toSorted((one, other) => other - one)[0] ?? 5
}

/** Minutes a day. A worry about time lowers it: a goal met every day keeps people learning (docs/product.md R40). */
export function dailyGoal({
  minutes,
  minutesAtMost,
}: {
  minutes: readonly DailyMinutes[]
  minutesAtMost: readonly DailyMinutes[]
}): DailyMinutes {
  const wanted = chosenMinutes(minutes)
  const [least = wanted] = [wanted, ...minutesAtMost].toSorted((one, other) => one - other)
  return least
}

export type CourseChoice = {
  id: string
  level: Level
  goals: readonly LearningGoal[]
  prerequisites: readonly string[]
}

const rankOfLevel: Record<Level, number> = { beginner: 0, intermediate: 1, advanced: 2 }
const rankOfReadiness: Record<ReadinessLevel, number> = { low: 0, intermediate: 1, high: 2 }

const generalCourse = 'ai-zero'

/** How many answers of the onboarding quiz speak for each goal; empty without a quiz. */
export type GoalVotes = ReadonlyMap<LearningGoal, number>

type Wanted = { goals: GoalVotes; readiness: ReadinessLevel }

/** The votes for all goals that a course or a mission serves. */
export function countVotes({ goals }: { goals: readonly LearningGoal[] }, votes: GoalVotes): number {
  return goals.reduce((sum, goal) => sum + (votes.get(goal) ?? 0), 0)
}

/**
 * The course that serves most goals within the readiness level; on a tie, the more advanced one, then the first.
 * `courses` are in display order, `wanted.goals` are votes. Low readiness excludes courses with prerequisites.
 */
export function chooseFirstCourse<Course extends CourseChoice>(
  courses: readonly Course[],
  wanted: Wanted,
): Course | null {
  const open = courses.filter(
    ({ level, prerequisites }) =>
      rankOfLevel[level] <= rankOfReadiness[wanted.readiness] &&
      (wanted.readiness !== 'low' || prerequisites.length === 0),
  )
  const [best] = open
    .filter((course) => countVotes(course, wanted.goals) > 0)
    .toSorted(
      (one, other) =>
        countVotes(other, wanted.goals) - countVotes(one, wanted.goals) ||
        rankOfLevel[other.level] - rankOfLevel[one.level],
    )
  return best ?? courses.find(({ id }) => id === generalCourse) ?? courses[0] ?? null
}

/**
 * The course to recommend next to the general one (docs/product.md R128): the first course if that is another, else
 * the one that serves most goals at any level; on a tie, the easier one, then the first. Null if no other serves any.
 */
export function chooseNextCourse<Course extends CourseChoice>(
  courses: readonly Course[],
  wanted: Wanted,
): Course | null {
  const first = chooseFirstCourse(courses, wanted)
  if (first && first.id !== generalCourse) return first
  const [best] = courses
    .filter((course) => course.id !== generalCourse && countVotes(course, wanted.goals) > 0)
    .toSorted(
      (one, other) =>
        countVotes(other, wanted.goals) - countVotes(one, wanted.goals) ||
        rankOfLevel[one.level] - rankOfLevel[other.level],
    )
  return best ?? null
}
