/**
 * How full the bar at the top of a lesson is: completed fragments plus revealed ones, of all fragments.
 *
 * A fragment counts once: "revealed" are those on the screen that are not completed yet. So the bar moves by one
 * step for each fragment, is full while the last one is read, and never passes 100. Source: product spec §4
 * "Progress bar"; the reading is decision 0031.
 *
 * @param completed one entry for each fragment of the lesson, in order
 * @param shownFragments how many fragments are on the screen, from the first
 * @returns percent, 0 to 100, not rounded
 */
export const lessonProgressBar = (completed: readonly boolean[], shownFragments: number): number => {
  const done = completed.filter(Boolean).length
  const revealed = completed.slice(0, Math.max(0, shownFragments)).filter((isDone) => !isDone).length
  return completed.length === 0 ? 0 : ((done + revealed) / completed.length) * 100
}
