import type { Catalog } from '@kitewise/content/catalog'
import { missionIds } from '@kitewise/contract/month-plan'
import { daysBetween } from '@kitewise/rules/calendar-day'
import { canStartNextPlan, doneSteps, nextStep, type PlanStep } from '@kitewise/rules/month-plan'
import type { Context } from '../../context.ts'
import { toLearnerLessons } from '../learning/open-lesson.ts'
import { listAllLessons } from '../learning/progress.sql.ts'
import { countPracticeDays } from '../learning/review/review-cards.sql.ts'
import { listDoneMissions, listPlans, type StoredPlan } from './month-plans.sql.ts'

/** `today`: YYYY-MM-DD in the learner's time zone. */
export type PlanningLearner = { userId: string; today: string }

/**
 * What is left of the current plan, from the next step on. Empty without a plan.
 * @returns `changes`: grows whenever the steps or their days may have changed, and never falls
 */
export async function listOpenSteps(
  context: Context,
  learner: PlanningLearner,
): Promise<{ steps: PlanStep[]; changes: number }> {
  const [plan] = await listPlans(context.db, learner.userId)
  if (!plan) return { steps: [], changes: 0 }
  const { steps, nextStep: next } = await standingOf(context, learner, plan)
  const passedDays = Math.min(mostDays, Math.max(0, daysBetween(plan.startDay, learner.today)))
  return {
    steps: next === null ? [] : steps.slice(next).filter(({ isDone }) => !isDone),
    changes: plan.number * mostChanges + passedDays + steps.filter(({ isDone }) => isDone).length,
  }
}

/** An abandoned plan moves no longer in a number that calendars must read. */
const mostDays = 900
const mostChanges = 1_000

/** Content that is gone becomes a day of practice. */
const replaceGone =
  (catalog: Catalog) =>
  (step: PlanStep): PlanStep => {
    const isGone =
      (step.kind === 'lesson' && !catalog.findLesson(step.lessonId)) ||
      (step.kind === 'mission' && !missionIds.includes(step.missionId))
    return isGone ? { kind: 'practice' } : step
  }

export async function standingOf(context: Context, { userId, today }: PlanningLearner, plan: StoredPlan) {
  const { db, catalog } = context
  const [rows, missions, practiceDays] = await Promise.all([
    listAllLessons(db, userId),
    listDoneMissions(db, userId, plan.number),
    countPracticeDays(db, userId, plan.startDay),
  ])
  const planned = plan.steps.map(replaceGone(catalog))
  const finished = toLearnerLessons(rows).finishedLessons
  const done = doneSteps(planned, {
    lessons: finished,
    missions: missions.map(({ missionId }) => missionId),
    practiceDays,
  })
  const steps = planned.map((step, index) => ({ ...step, isDone: done[index] ?? false }))
  return {
    steps,
    missions,
    rows,
    nextStep: nextStep(steps),
    canStartNext: canStartNextPlan(steps, plan.startDay, today),
  }
}
