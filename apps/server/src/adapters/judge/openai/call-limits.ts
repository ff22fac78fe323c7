import { note } from '../../../telemetry/signals.ts'

const minuteMs = 60_000
const dayMs = 24 * 3_600_000

/** Call limits, beyond which the checklist scores (docs/decisions/0024). */
export type CallBounds = { atOnce: number; perUserMinute: number; perUserDay: number }
export const defaultBounds: CallBounds = { atOnce: 8, perUserMinute: 10, perUserDay: 100 }

/** `enter` returns a function that ends the call, or null when a limit is reached. */
export type CallLimits = { enter: (userId: string) => (() => void) | null }

type Usage = { running: boolean; times: number[] }

/** Counts calls of this process in sliding windows, with one concurrent call per learner. @param now milliseconds */
export function createCallLimits(now: () => number, bounds: CallBounds): CallLimits {
  const users = new Map<string, Usage>()
  let running = 0

  function forgetOld(at: number) {
    for (const [userId, usage] of users) {
      usage.times = usage.times.filter((time) => at - time < dayMs)
      if (usage.times.length === 0 && !usage.running) users.delete(userId)
    }
  }

  return {
    enter: (userId) => {
      const at = now()
      forgetOld(at)
      const usage = users.get(userId) ?? { running: false, times: [] }
      const lastMinute = usage.times.filter((time) => at - time < minuteMs).length
      const mayAsk = !usage.running && lastMinute < bounds.perUserMinute && usage.times.length < bounds.perUserDay
      if (running >= bounds.atOnce || !mayAsk) {
        note('modelCap', { cap: mayAsk ? 'moment' : 'learner' })
        return null
      }
      running += 1
      users.set(userId, { running: true, times: [...usage.times, at] })
      return () => {
        running -= 1
        const current = users.get(userId)
        if (current) current.running = false
      }
    },
  }
}
