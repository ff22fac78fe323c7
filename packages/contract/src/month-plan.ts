import { z } from 'zod'
import { data, providerEndpoint } from './endpoint.ts'
import { id } from './entities.ts'
import { ownersText } from './owners-fields.ts'
import { typedText } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

/**
 * 28 days of learning, one step a day, and a mission in real life each week (docs/product.md R131-R134). The app has
 * the missions' texts.
 */

export const missionIds = [
  'message',
  'meals',
  'gift',
  'explain',
  'check',
  'placeholders',
  'rehearse',
  'template',
] as const

const lessonStep = z.object({
  kind: z.literal('lesson'),
  isDone: z.boolean(),
  lesson: z.object({ id, title: z.string(), minutes: z.number().int() }),
  course: z.object({ id, title: z.string() }),
  /** As on the course page; a locked lesson can't be opened yet. */
  state: z.enum(['completed', 'current', 'available', 'locked']),
  /** The language of the lesson's title, which may be the fallback. */
  language: z.string(),
})

const missionStep = z.object({
  kind: z.literal('mission'),
  isDone: z.boolean(),
  missionId: z.enum(missionIds),
  /** What the learner wrote about it, or empty. */
  note: ownersText(z.string()),
})

const planStep = z.discriminatedUnion('kind', [
  lessonStep,
  z.object({ kind: z.literal('practice'), isDone: z.boolean() }),
  missionStep,
])

const monthPlan = z.object({
  /** 1 for the learner's first 28 days, 2 for the next … */
  number: z.number().int(),
  /** YYYY-MM-DD in the learner's time zone then. */
  startDay: z.string(),
  /** One a day, in order. Content that is gone became a day of practice. */
  steps: z.array(planStep).length(28),
  /** Zero-based; null when nothing is left to do next. */
  nextStep: z.number().int().nullable(),
  canStartNext: z.boolean(),
})

export type MonthPlan = z.infer<typeof monthPlan>
export type MonthPlanStep = z.infer<typeof planStep>
export type MissionId = (typeof missionIds)[number]

/** Plain decimal digits. */
const planNumber = z.string().regex(/^[1-9]\d{0,3}$/)

export const monthPlanEndpoints = {
  monthPlan: providerEndpoint({
    method: 'GET',
    path: '/api/product-user/month-plan',
    subscription: true,
    answer: data(monthPlan),
    errors: ['unauthorized', 'subscription_required'],
    summary: 'The current 28 days. The first call starts them, on the day in the time zone of the header X-Time-Zone.',
  }),
  /** `invalid_request`: the number is neither the current one nor the next one, or the current 28 days aren't over. */
  startMonthPlan: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/month-plan/{number}',
    subscription: true,
    params: z.object({ number: planNumber }),
    answer: data(monthPlan),
    errors: ['unauthorized', 'subscription_required'],
    summary: 'Starts the next 28 days. Repeated with the number of the current ones, it changes nothing.',
  }),
  /** `not_found`: the mission isn't part of these 28 days. */
  finishMission: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/month-plan/{number}/mission/{missionId}',
    subscription: true,
    params: z.object({ number: planNumber, missionId: z.enum(missionIds) }),
    /** One line; line breaks become spaces. */
    body: z.object({ note: typedText(textLimits.missionNote) }),
    answer: data(monthPlan),
    errors: ['unauthorized', 'subscription_required', 'not_found'],
    summary: 'The learner did a mission; also changes the note. The latest note counts, by the header X-Activity-Age.',
  }),
}
