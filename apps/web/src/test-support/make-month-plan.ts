import type { MonthPlan, MonthPlanStep } from '@kitewise/contract/month-plan'
import { nextStep } from '@kitewise/rules/month-plan'
import { answer, api, at, http } from './api.ts'

const missions = ['message', 'meals', 'gift', 'explain'] as const

const makeStep = (index: number, done: number): MonthPlanStep => {
  const [week, place] = [Math.floor(index / 7), index % 7]
  const isDone = index < done
  if (place === 5) return { kind: 'practice', isDone }
  if (place === 6) return { kind: 'mission', isDone, missionId: missions[week] ?? 'message', note: '' }
  const number = week * 5 + place + 1
  const state = isDone ? 'completed' : index === done ? 'available' : 'locked'
  const lesson = { id: `l${number}`, title: `Lesson ${number}`, minutes: 5 }
  return { kind: 'lesson', isDone, lesson, course: { id: 'a', title: 'Course A' }, state, language: 'en' }
}

/** @param done the first steps, which are done */
export function makeMonthPlan(done = 0, changes: Partial<MonthPlan> = {}): MonthPlan {
  const steps = Array.from({ length: 28 }, (_, index) => makeStep(index, done))
  return { number: 1, startDay: '2040-05-01', canStartNext: false, steps, nextStep: nextStep(steps), ...changes }
}

export function givenMonthPlan(plan: MonthPlan = makeMonthPlan()): void {
  return api.use(http.get(at('/api/product-user/month-plan'), () => answer(plan)))
}
