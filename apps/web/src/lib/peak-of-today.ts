import { storedValue } from './stored-value.ts'

export type PeakKind = 'prompt' | 'lesson' | 'level' | 'course' | 'plan' | 'payment' | 'return'

/** The day, and the kinds that were shown on it: `2026-11-22 prompt lesson`. */
const shown = storedValue('peaks_of_today')

/** The learner's own calendar day, as in 2026-11-22. */
const today = (): string => new Date().toLocaleDateString('sv-SE')

export const peakOfToday = {
  /** Takes today's full peak of a kind; false when it was taken before on this device. */
  take: (kind: PeakKind): boolean => {
    const stored = shown.read() ?? ''
    const before = stored.startsWith(today()) ? stored : today()
    if (before.split(' ').includes(kind)) return false
    shown.write(`${before} ${kind}`)
    return true
  },
  /** For the gallery, which plays full peaks many times a day. */
  giveBack: shown.remove,
}
