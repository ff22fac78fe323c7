import type { Course } from '@kitewise/contract/entities'
import type { ShownProgress } from './progress-of.ts'

/** Minutes of the lessons that are not finished yet, the one being learned included. */
export const minutesLeft = (course: Course, progress: ShownProgress): number =>
  (course.chapters ?? [])
    .flatMap((chapter) => chapter.lessons ?? [])
    .filter(({ id }) => !progress.progressInfo.finishedLessons.includes(id))
    .reduce((sum, { minutes }) => sum + minutes, 0)

/** From an hour on nobody counts single minutes. */
const stepFromAnHour = 5

/** How long that is in words people use: minutes below an hour, above it hours with minutes in steps of five. */
export const asHours = (minutes: number): { hours: number; minutes: number } => {
  if (minutes < 60) return { hours: 0, minutes }
  const rounded = Math.round(minutes / stepFromAnHour) * stepFromAnHour
  return { hours: Math.floor(rounded / 60), minutes: rounded % 60 }
}
