import type { Level } from '@kitewise/contract/entities'
import type { LearningGoal, ReadinessLevel } from '@kitewise/contract/onboarding-entities'

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

export const generalCourse = 'ai-zero'

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
