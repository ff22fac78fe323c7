/**
 * The score to expect now and after each of four weeks: an estimate, said to be one. What is still missing to 100 shrinks
 * with the minutes practised, and most at the start. All courses together take about 500 minutes; that much practice leaves
 * about a third of what was missing (e⁻¹). The growth chart of the product spec §1 shows it.
 */
export type GrowthPoint = { week: number; score: number }

const weeks = 4
const minutesOfAllCourses = 500

/** Five points, week 0 (the score itself) to week 4; never falls, never above 100. */
export const growthCurve = (score: number, minutesPerDay: number): GrowthPoint[] =>
  Array.from({ length: weeks + 1 }, (_, week) => {
    const practised = Math.max(minutesPerDay, 0) * 7 * week
    return { week, score: Math.round(100 - (100 - score) * Math.exp(-practised / minutesOfAllCourses)) }
  })
