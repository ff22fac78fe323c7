import { z } from 'zod'
import { dailyMinutes, learningGoals } from '@kitewise/contract/onboarding-entities'

const word = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/, 'must be one word of letters and digits, beginning with a small letter')
const place = z.number().int().min(1).max(9999)
const minutes = z.union(
  dailyMinutes.map((value) => z.literal(value)),
  `must be ${dailyMinutes.join(', ')}`,
)

const option = z.strictObject({
  id: word,
  readiness: z.number().int().min(0).max(30).optional(),
  goals: z.array(z.enum(learningGoals)).min(1).optional(),
  minutes: minutes.optional(),
  minutesAtMost: minutes.optional(),
  /** Said on purpose: this option changes nothing in the plan. */
  neutral: z.literal(true).optional(),
  /** Rules out every other option of its step: "None yet". */
  exclusive: z.literal(true).optional(),
})

const question = z.strictObject({ id: word, kind: z.enum(['single', 'multiple']), options: z.array(option).min(2) })
const information = z.strictObject({ id: word, kind: z.literal('information') })

/** quiz.yml: the steps of an onboarding quiz and what each answer means; the same in every language. */
export const onboardingQuizFile = z.strictObject({
  id: z.string().regex(/^f[1-9]\d{0,3}-v[1-9]\d{0,3}$/, 'must be f<variant>-v<version>: f1-v1'),
  variant: place,
  version: place,
  miniTask: z.string(),
  steps: z.array(z.discriminatedUnion('kind', [question, information])).min(1),
})

export type OnboardingQuizFile = z.infer<typeof onboardingQuizFile>
export type OnboardingStepFile = OnboardingQuizFile['steps'][number]
export type OnboardingOptionFile = z.infer<typeof option>
