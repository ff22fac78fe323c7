import type { MissionId } from '@kitewise/contract/month-plan'
import type { LearningGoal } from '@kitewise/contract/onboarding-entities'
import { daysBetween } from './calendar-day.ts'
import { countVotes, type GoalVotes } from './onboarding-plan.ts'

/**
 * A plan of 28 days: each week five lessons, one day of daily practice and one mission in real life
 * (docs/product.md R131-R134). The steps are fixed when the plan starts. A day of the plan is a step, not a date: a
 * day without learning moves what is next and marks nothing as missed.
 *
 * What happens outside the plan counts:
 * - a lesson is done once it's finished, wherever the learner opened it; lessons finished before the start aren't planned;
 * - the first practice step is done with the first day of daily practice since the start, the second with the second …;
 * - a mission is done when the learner says so, on any day.
 * Practice and missions hold nobody back: once the next planned lesson is finished, they are still open, but not next.
 */
export type PlanStep =
  | { kind: 'lesson'; lessonId: string }
  | { kind: 'practice' }
  | { kind: 'mission'; missionId: MissionId }

export const daysOfPlan = 28
const weeks = 4
const lessonsPerWeek = 5

/** @param lessons in the order to learn them; finished ones are left out. A day without a lesson is a day of practice. */
export function planMonth({
  lessons,
  finished,
  missions,
}: {
  lessons: readonly string[]
  finished: readonly string[]
  /** One a week. */
  missions: readonly MissionId[]
}): PlanStep[] {
  const open = lessons.filter((id) => !finished.includes(id))
  return Array.from({ length: weeks }).flatMap((_, week) => {
    const own = open.slice(week * lessonsPerWeek, (week + 1) * lessonsPerWeek)
    const days = own.map((lessonId): PlanStep => ({ kind: 'lesson', lessonId }))
    while (days.length <= lessonsPerWeek) days.push({ kind: 'practice' })
    const missionId = missions[week]
    return [...days, missionId === undefined ? { kind: 'practice' } : { kind: 'mission', missionId }]
  })
}

type PlannedCourse = {
  id: string
  goals: readonly LearningGoal[]
  prerequisites: readonly string[]
  lessons: readonly { id: string }[]
}

/**
 * The lessons of all courses: course 1, then the courses that serve the most goals, then the rest; on a tie in
 * curriculum order. A course comes right after the prerequisites that it still needs.
 * @param courses in curriculum order
 */
export function orderLessons(courses: readonly PlannedCourse[], votes: GoalVotes): string[] {
  const ordered: PlannedCourse[] = []
  const add = (course: PlannedCourse, waiting: readonly PlannedCourse[]): void => {
    if (ordered.includes(course) || waiting.includes(course)) return
    const needed = courses.filter(({ id }) => course.prerequisites.includes(id))
    for (const one of needed) add(one, [...waiting, course])
    ordered.push(course)
  }
  const [first, ...rest] = courses
  const byGoal = rest.toSorted((one, other) => countVotes(other, votes) - countVotes(one, votes))
  for (const course of first ? [first, ...byGoal] : []) add(course, [])
  return ordered.flatMap(({ lessons }) => lessons.map(({ id }) => id))
}

/** From easy to demanding. IDs are final: plans are stored with them. */
const missions: readonly { id: MissionId; goals: readonly LearningGoal[] }[] = [
  { id: 'message', goals: ['everyday', 'work'] },
  { id: 'meals', goals: ['everyday', 'automation'] },
  { id: 'gift', goals: ['creative', 'everyday'] },
  { id: 'explain', goals: ['study', 'research'] },
  { id: 'check', goals: ['research', 'safety'] },
  { id: 'placeholders', goals: ['safety', 'work', 'automation'] },
  { id: 'rehearse', goals: ['study', 'work', 'creative'] },
  { id: 'template', goals: ['automation', 'work'] },
]

/**
 * One mission for each week, easier ones first: those that serve the most goals, those of earlier plans last.
 * @param earlier missions of the learner's earlier plans
 */
export function chooseMissions(votes: GoalVotes, earlier: readonly MissionId[]): MissionId[] {
  const timesPlanned = (id: MissionId): number => earlier.filter((one) => one === id).length
  const byFit = missions.toSorted(
    (one, other) => timesPlanned(one.id) - timesPlanned(other.id) || countVotes(other, votes) - countVotes(one, votes),
  )
  const chosen = new Set(byFit.slice(0, weeks))
  return missions.filter((mission) => chosen.has(mission)).map(({ id }) => id)
}

/** @param practiceDays days with daily practice since the start of the plan */
export function doneSteps(
  steps: readonly PlanStep[],
  done: { lessons: readonly string[]; missions: readonly string[]; practiceDays: number },
): boolean[] {
  let practiceDays = done.practiceDays
  return steps.map((step) => {
    if (step.kind === 'lesson') return done.lessons.includes(step.lessonId)
    if (step.kind === 'mission') return done.missions.includes(step.missionId)
    practiceDays -= 1
    return practiceDays >= 0
  })
}

type Standing = { kind: PlanStep['kind']; isDone: boolean }

/** The index of the first step to do; null when the lessons are finished and nothing is open after the last one. */
export function nextStep(steps: readonly Standing[]): number | null {
  const isPassed = (index: number): boolean =>
    steps.slice(index + 1).find(({ kind }) => kind === 'lesson')?.isDone === true
  const next = steps.findIndex(({ kind, isDone }, index) => !isDone && (kind === 'lesson' || !isPassed(index)))
  return next === -1 ? null : next
}

/**
 * Whether the next 28 days may start: every step is done, or every lesson of a plan with lessons, or 28 days have
 * passed. The plan stays until the learner starts the next one.
 * @param startDay and `today`: YYYY-MM-DD
 */
export function canStartNextPlan(steps: readonly Standing[], startDay: string, today: string): boolean {
  const needed = steps.some(({ kind }) => kind === 'lesson') ? steps.filter(({ kind }) => kind === 'lesson') : steps
  return needed.every(({ isDone }) => isDone) || daysBetween(startDay, today) >= daysOfPlan
}
