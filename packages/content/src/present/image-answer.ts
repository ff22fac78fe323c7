import type { z } from 'zod'
import type { courseImage, lessonImage } from '@kitewise/contract/entities'

/** Covers are drawings that scale, so every format is the same file. */
const coverUrl = (id: string) => `/covers/${id}.svg`

/** The picture of a course. The server gives the file at this address (`catalog.findCover`). */
export function courseImageAnswer(id: string, alternativeText: string): z.infer<typeof courseImage> {
  const url = coverUrl(id)
  return { url, alternativeText, formats: { medium: { url }, small: { url } } }
}

/** The picture of a lesson. */
export function lessonImageAnswer(id: string, alternativeText: string): z.infer<typeof lessonImage> {
  const url = coverUrl(id)
  return { url, alternativeText, formats: { small: { url }, thumbnail: { url } } }
}
