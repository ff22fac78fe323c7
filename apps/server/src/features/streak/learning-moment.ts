/** When and where something was learned, as the app tells it. */
export type LearningMoment = {
  /** IANA name that the runtime knows; null when none was sent. */
  timeZone: string | null
  /** How long ago it was: what was done without a connection arrives later. */
  ageSeconds: number
}

/** For work that is told of at once, by nobody who knows where they are. */
export const nowAnywhere: LearningMoment = { timeZone: null, ageSeconds: 0 }
