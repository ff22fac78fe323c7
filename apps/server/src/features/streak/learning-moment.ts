import { isTimeZone } from '@kitewise/rules/calendar-day'

/** When and where something was learned, as the app tells it. */
export type LearningMoment = {
  /** An IANA name, as it was sent and not checked yet; null when none was. */
  timeZone: string | null
  /** How long ago it was: what was done without a connection arrives later. */
  ageSeconds: number
}

/** For work that is told of at once, by nobody who knows where they are. */
export const nowAnywhere: LearningMoment = { timeZone: null, ageSeconds: 0 }

const longestName = 64

/** The zone that was sent, if the runtime knows it. */
export const knownZone = (timeZone: string | null): string | null =>
  timeZone !== null && timeZone.length <= longestName && isTimeZone(timeZone) ? timeZone : null
