import type { Course } from '@kitewise/contract/entities'
import type { Population } from './read-populate.ts'

/** A course of the list with only the parts that were asked for. Lessons come inside of their chapters. */
export const populateCourse = (course: Course, parts: readonly Population[]): Course => {
  const { featuredImage, chapters, progressMessages: _, ...plain } = course
  const hasLessons = parts.includes('chapters.lessons')
  return {
    ...plain,
    ...(parts.includes('featuredImage') ? { featuredImage } : {}),
    ...(hasLessons || parts.includes('chapters')
      ? { chapters: chapters?.map(({ lessons, ...chapter }) => (hasLessons ? { ...chapter, lessons } : chapter)) }
      : {}),
  }
}
