import type { Level } from '@kitewise/contract/entities'
import type { DailyMinutes, LearningGoal, ReadinessLevel, SkillLabel } from '@kitewise/contract/onboarding-entities'

/**
 * How ready somebody is to work with an AI assistant, 0 to 100: the points of the answers as a share of all that the quiz
 * gives. Points are never negative, so more experience, a clearer goal or one more good habit never lowers the score; a
 * question left open counts as no points. Below 40 is low, below 70 intermediate, from 70 on high. Who is high is called
 * an AI Master, everybody else a Beginner, so that label and level never contradict each other. Source: product spec §1.
 */
const intermediateFrom = 40
const highFrom = 70

/** @param given points of the chosen options, and the most that anybody can get; both 0 for a quiz without points */
export const readinessScore = ({ points, mostPoints }: { points: number; mostPoints: number }): number =>
  mostPoints <= 0 ? 0 : Math.round((100 * Math.min(Math.max(points, 0), mostPoints)) / mostPoints)

export const readinessLevel = (score: number): ReadinessLevel =>
  score < intermediateFrom ? 'low' : score < highFrom ? 'intermediate' : 'high'

export const skillLabel = (score: number): SkillLabel => (score < highFrom ? 'Beginner' : 'AI Master')

/**
 * The score to expect now and after each of four weeks: an estimate, said to be one. What is still missing to 100 shrinks
 * with the minutes practised, and most at the start. All courses together take about 500 minutes; that much practice leaves
 * about a third of what was missing (e⁻¹). The growth chart of the product spec §1 shows it.
 */
type GrowthPoint = { week: number; score: number }

const weeks = 4
const minutesOfAllCourses = 500

/** Five points, week 0 (the score itself) to week 4; never falls, never above 100. */
export const growthCurve = (score: number, minutesPerDay: number): GrowthPoint[] =>
  Array.from({ length: weeks + 1 }, (_, week) => {
    const practised = Math.max(minutesPerDay, 0) * 7 * week
    return { week, score: Math.round(100 - (100 - score) * Math.exp(-practised / minutesOfAllCourses)) }
  })

/**
 * Of how many percent of beginners the personal plan says that the visitor is ahead. Until 500 people have finished a quiz it is the brand's
 * claim; from then on the share of them with a lower score, rounded down. Nothing is claimed for a score below the middle level, nor where
 * nobody has a lower one: "ahead of 82 %" beside "readiness low" would be a contradiction. Source: product spec §1; decision 0203.
 */
const finishedQuizzesNeeded = 500

/**
 * @param countsByScore how many finished quizzes have each score, by score
 * @param claim the brand's figure; null where it makes no claim at all
 * @returns 1 to 99, or null for no claim
 */
export const aheadPercent = (
  score: number,
  countsByScore: ReadonlyMap<number, number>,
  claim: number | null,
): number | null => {
  if (claim === null || readinessLevel(score) === 'low') return null
  const counts = [...countsByScore]
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  if (total < finishedQuizzesNeeded) return claim
  const below = counts.reduce((sum, [other, count]) => (other < score ? sum + count : sum), 0)
  const percent = Math.min(99, Math.floor((100 * below) / total))
  return percent > 0 ? percent : null
}

/** What the person said they can give: the most of several answers, five minutes when they did not say. */
export const chosenMinutes = (minutes: readonly DailyMinutes[]): DailyMinutes =>
  minutes.toSorted((one, other) => other - one)[0] ?? 5

/**
 * Minutes a day to begin with. What the person said they can give; five minutes, one lesson, when they did not say. A worry
 * about time holds the start smaller: a goal that is met every day keeps people learning.
 */
export const dailyGoal = ({
  minutes,
  minutesAtMost,
}: {
  minutes: readonly DailyMinutes[]
  minutesAtMost: readonly DailyMinutes[]
}): DailyMinutes => {
  const wanted = chosenMinutes(minutes)
  const [cap = wanted] = minutesAtMost.toSorted((one, other) => one - other)
  return cap < wanted ? cap : wanted
}

/**
 * The course to begin with. It serves the most of the person's goals and is not above their readiness; somebody of low
 * readiness begins with a course that needs no other. Of equals, the more advanced one, then the one shown first. When none
 * serves a goal, the general course.
 */
export type CourseChoice = {
  id: string
  level: Level
  goals: readonly LearningGoal[]
  prerequisites: readonly string[]
}

const rankOfLevel: Record<Level, number> = { beginner: 0, intermediate: 1, advanced: 2 }
const rankOfReadiness: Record<ReadinessLevel, number> = { low: 0, intermediate: 1, high: 2 }

const generalCourse = 'ai-zero'

/**
 * @param courses in the order in which they are shown
 * @param wanted votes by goal, and the readiness level
 * @returns null only when there is no course at all
 */
export const chooseFirstCourse = <Course extends CourseChoice>(
  courses: readonly Course[],
  wanted: { goals: ReadonlyMap<LearningGoal, number>; readiness: ReadinessLevel },
): Course | null => {
  const votesFor = (course: Course) => course.goals.reduce((sum, goal) => sum + (wanted.goals.get(goal) ?? 0), 0)
  const open = courses.filter(
    ({ level, prerequisites }) =>
      rankOfLevel[level] <= rankOfReadiness[wanted.readiness] &&
      (wanted.readiness !== 'low' || prerequisites.length === 0),
  )
  const [best] = open
    .filter((course) => votesFor(course) > 0)
    .toSorted((one, other) => votesFor(other) - votesFor(one) || rankOfLevel[other.level] - rankOfLevel[one.level])
  return best ?? courses.find(({ id }) => id === generalCourse) ?? courses[0] ?? null
}
