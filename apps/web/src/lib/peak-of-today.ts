import { storedValue } from './stored-value.ts'

const lastDay = storedValue('peak_day')

/** The learner's own calendar day, as in 2026-11-22. */
const today = (): string => new Date().toLocaleDateString('sv-SE')

/** One full peak a day: later ones are short. */
export const peakOfToday = {
  /** Takes today's full peak; false when it was taken before on this device. */
  take: (): boolean => {
    const isFirst = lastDay.read() !== today()
    lastDay.write(today())
    return isFirst
  },
}
