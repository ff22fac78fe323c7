import { storedValue } from './stored-value.ts'

const lastDay = storedValue('peak_day')

/** The learner's own calendar day, as in 2026-11-22. */
const today = (): string => new Date().toLocaleDateString('sv-SE')

/** One full peak a day: later ones are short. */
export const peakOfToday = {
  /** Takes today's full peak; false when it was taken before on this device. */
  take: (): boolean => {
    const isFirst = peakOfToday.isLeft()
    lastDay.write(today())
    return isFirst
  },
  /** Today's full peak was not shown yet. */
  isLeft: (): boolean => lastDay.read() !== today(),
  /** For the gallery, which plays a full peak many times a day. */
  giveBack: lastDay.remove,
}
