import { pickWords } from '@kitewise/content/catalog'
import type { MonthPlan, MonthPlanStep } from '@kitewise/contract/month-plan'
import { dayIn } from '@kitewise/rules/calendar-day'
import { lessonState } from '@kitewise/rules/lesson-state'
import { chooseMissions, orderLessons, planMonth } from '@kitewise/rules/month-plan'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/handler.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { toLearnerLessons } from '../learning/open-lesson.ts'
import { listAllLessons } from '../learning/progress.sql.ts'
import { findLearnerZone, type LearningMoment, recordLearning } from '../learning/streak/learned-days.ts'
import { findEffectsOfLearner } from '../onboarding/quiz-answers.ts'
import {
  type DoneMission,
  listDoneMissions,
  listPlans,
  saveDoneMission,
  savePlan,
  type StoredPlan,
} from './month-plans.sql.ts'
import { type PlanningLearner, standingOf } from './plan-standing.ts'

export const monthPlanRoutes: Handlers<'monthPlan' | 'startMonthPlan' | 'finishMission'> = {
  monthPlan: async (context, { session, client, language }) => {
    const learner = { userId: session.userId, today: await findToday(context, session.userId, client.learningMoment) }
    return ok({ data: await present(context, learner, await findOrStartPlan(context, learner), language) })
  },

  startMonthPlan: async (context, { session, params, client, language }) => {
    const learner = { userId: session.userId, today: await findToday(context, session.userId, client.learningMoment) }
    const started = await startNextPlan(context, learner, Number(params.number))
    return started.ok ? ok({ data: await present(context, learner, started.value, language) }) : started
  },

  finishMission: async (context, { session, params, body, client, language }) => {
    const { userId } = session
    const planNumber = Number(params.number)
    const plan = (await listPlans(context.db, userId)).find(({ number }) => number === planNumber)
    const isPlanned = plan?.steps.some((step) => step.kind === 'mission' && step.missionId === params.missionId)
    if (!plan || !isPlanned) return refuse('not_found')
    await finishMission(
      context,
      { userId, planNumber, missionId: params.missionId, note: body.note },
      client.learningMoment,
    )
    const today = await findToday(context, userId, client.learningMoment)
    return ok({ data: await present(context, { userId, today }, plan, language) })
  },
}

const findToday = async (context: Context, userId: string, { timeZone }: LearningMoment): Promise<string> =>
  dayIn(await findLearnerZone(context, userId, timeZone), context.clock().getTime())

const findOrStartPlan = async (context: Context, learner: PlanningLearner): Promise<StoredPlan> => {
  const [latest] = await listPlans(context.db, learner.userId)
  return latest ?? startPlan(context, learner, [])
}

const startNextPlan = async (
  context: Context,
  learner: PlanningLearner,
  number: number,
): Promise<Result<StoredPlan>> => {
  const plans = await listPlans(context.db, learner.userId)
  const [latest] = plans
  if (latest?.number === number) return ok(latest)
  if ((latest?.number ?? 0) + 1 !== number)
    return refuse('invalid_request', [{ field: 'params.number', message: 'is not the next one' }])
  if (latest && !(await standingOf(context, learner, latest)).canStartNext)
    return refuse('invalid_request', [{ field: 'params.number', message: 'cannot start yet' }])
  return ok(await startPlan(context, learner, plans))
}

/** @param earlier newest first */
const startPlan = async (
  context: Context,
  { userId, today }: PlanningLearner,
  earlier: readonly StoredPlan[],
): Promise<StoredPlan> => {
  const { db, catalog } = context
  const [{ goals }, rows] = await Promise.all([findEffectsOfLearner(context, userId), listAllLessons(db, userId)])
  const number = (earlier[0]?.number ?? 0) + 1
  const past = earlier.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'mission' ? [step.missionId] : [])),
  )
  const steps = planMonth({
    lessons: orderLessons(catalog.courses, goals),
    finished: toLearnerLessons(rows).finishedLessons,
    missions: chooseMissions(goals, past),
  })
  await savePlan(db, userId, { number, startDay: today, steps })
  // Another request may have started it first.
  const [plan] = await listPlans(db, userId)
  if (!plan) throw new Error('a plan was not stored')
  return plan
}

/** Idempotent. A mission counts for the streak on the day when it was done, not when its note is changed. */
const finishMission = async (
  context: Context,
  given: DoneMission & { userId: string; planNumber: number },
  moment: LearningMoment,
): Promise<void> => {
  const { userId, planNumber, missionId } = given
  const done = await listDoneMissions(context.db, userId, planNumber)
  if (!done.some((mission) => mission.missionId === missionId)) await recordLearning(context, { userId, ...moment })
  const at = new Date(context.clock().getTime() - moment.ageSeconds * 1000)
  await saveDoneMission(context.db, { ...given, note: given.note.replaceAll(/\s+/g, ' ').trim(), at })
}

const present = async (
  context: Context,
  learner: PlanningLearner,
  plan: StoredPlan,
  language: string,
): Promise<MonthPlan> => {
  const { rows, missions, ...standing } = await standingOf(context, learner, plan)
  const steps = standing.steps.map((step): MonthPlanStep => {
    if (step.kind === 'practice') return step
    if (step.kind === 'mission')
      return { ...step, note: missions.find(({ missionId }) => missionId === step.missionId)?.note ?? '' }
    const found = context.catalog.findLesson(step.lessonId)
    if (!found) throw new Error(`${step.lessonId} is not in the catalog`)
    const { course, lesson } = found
    const own = toLearnerLessons(rows.filter(({ courseId }) => courseId === course.id))
    const words = pickWords(lesson.words, language)
    return {
      kind: 'lesson',
      isDone: step.isDone,
      lesson: { id: lesson.id, title: words.words.title, minutes: lesson.minutes },
      course: { id: course.id, title: pickWords(course.words, language).words.title },
      state: lessonState(
        course.lessons.map(({ id }) => id),
        own,
        lesson.id,
      ),
      language: words.language,
    }
  })
  return { ...standing, number: plan.number, startDay: plan.startDay, steps }
}
