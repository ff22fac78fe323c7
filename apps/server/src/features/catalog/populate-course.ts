import type { Course } from '@kitewise/contract/entities'

const wanted = ['chapters', 'chapters.lessons', 'featuredImage'] as const
type Population = (typeof wanted)[number]

const longestList = 20
const isPopulateKey = /^populate\[\d{1,2}\]$/

/**
 * Which parts of a course the `populate[n]` keys of a query ask for, each once and in a fixed order. Anything else is
 * ignored: other names, repeated keys, more than 20 keys. Source: product spec §7, security T22.
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
