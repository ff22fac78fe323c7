import type { Course } from '@kitewise/contract/entities'

const wanted = ['chapters', 'chapters.lessons', 'featuredImage'] as const
type Population = (typeof wanted)[number]

const longestList = 20
const isPopulateKey = /^populate\[\d{1,2}\]$/

/**
 * The parts of a course that the `populate[n]` keys of a query request, each once and in a fixed order. Ignores other names, repeated keys
 * and everything after 20 keys. Source: docs/product.md.
 */
export const readPopulate = (query: Record<string, unknown>): Population[] => {
  const asked = new Set<unknown>()
  let taken = 0
  for (const [key, value] of Object.entries(query)) {
    if (taken === longestList) break
    if (!isPopulateKey.test(key)) continue
    asked.add(value)
    taken += 1
  }
  return asked.size === 0 ? [] : wanted.filter((part) => asked.has(part))
}

/** A course of the list with only the requested parts. Lessons are inside their chapters. */
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
