import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'

/** before: earlier than the first learning. frozen: missed, covered by a freeze. today: nothing learned yet. */
const dayStates = ['learned', 'frozen', 'missed', 'today', 'future', 'before'] as const

const streak = z.object({
  /** Days in a row that end today or yesterday, not counting frozen days. */
  current: z.number().int(),
  longest: z.number().int(),
  isTodayLearned: z.boolean(),
  /** Unused freezes, 0 to 2. */
  freezes: z.number().int(),
  /** Days to learn until the next freeze. */
  daysToFreeze: z.number().int(),
  /** YYYY-MM-DD in the learner's time zone. */
  today: z.string(),
  /** Six days, three before to two after today. */
  strip: z.array(z.object({ day: z.string(), state: z.enum(dayStates) })),
})

export type Streak = z.infer<typeof streak>

export const streakEndpoints = {
  streak: endpoint({
    method: 'GET',
    path: '/api/product-user/streak',
    answer: data(streak),
    errors: ['unauthorized'],
    summary: "The learner's streak, in the time zone of the header X-Time-Zone.",
  }),
}
