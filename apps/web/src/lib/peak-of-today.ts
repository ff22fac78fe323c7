import { storedValue } from './stored-value.ts'

/** What happens often, so that its peak is in full once a day. */
export type DailyPeak = 'prompt' | 'lesson'

const lastDays = { prompt: storedValue('peak_day_prompt'), lesson: storedValue('peak_day_lesson') }

/** The learner's own calendar day, as in 2026-11-22. */
const today = (): string => new Date().toLocaleDateString('sv-SE')

export const peakOfToday = {
  /** Takes today's full peak of a kind; false when it was taken before on this device. */
  take: (kind: DailyPeak): boolean => {
    const isFirst = lastDays[kind].read() !== today()
    lastDays[kind].write(today())
    return isFirst
  },
}
