import { storedValue } from './stored-value.ts'

const kinds = ['prompt', 'lesson', 'level', 'course', 'plan', 'payment', 'return'] as const
export type PeakKind = (typeof kinds)[number]

const lastDayOf = (kind: PeakKind) => storedValue(`peak_day_${kind}`)

/** The learner's own calendar day, as in 2026-11-22. */
const today = (): string => new Date().toLocaleDateString('sv-SE')

export const peakOfToday = {
  /** Takes today's full peak of a kind; false when it was taken before on this device. */
  take: (kind: PeakKind): boolean => {
    const lastDay = lastDayOf(kind)
    const isFirst = lastDay.read() !== today()
    lastDay.write(today())
    return isFirst
  },
  /** For the gallery, which plays full peaks many times a day. */
  giveBack: (): void => {
    for (const kind of kinds) lastDayOf(kind).remove()
  },
}
