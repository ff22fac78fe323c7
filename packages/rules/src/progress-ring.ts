/** The ring around a course's percent is open at the bottom: a full course is 270 degrees. Source: product spec §2 "Course page". */
export const fullRingDegrees = 270

/** How far the ring is drawn, in degrees 0 to 270, for a percent that is cut to 0 to 100. */
export const ringDegrees = (percent: number): number => (Math.min(100, Math.max(0, percent)) / 100) * fullRingDegrees
