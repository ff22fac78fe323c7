import type { Review } from '../file-format.ts'
import type { ContentSource } from '../source.ts'
import { type Finding, warning } from './finding.ts'

const monthMs = 30.4 * 24 * 3600 * 1000

/** Facts age: a review is good for 12 months, for 6 when they are legal or technical. `today` is in ms since 1970. */
export function checkReviewAge(source: ContentSource, today: number): Finding[] {
  const reviewed = source.courses.flatMap((course) => [course, ...course.lessons])
  return reviewed.flatMap(({ file, neutral, lineOf }) => {
    const { kind, on }: Review = neutral.review
    const months = (today - Date.parse(on)) / monthMs
    const most = kind === 'none' ? 12 : 6
    if (months <= most) return []
    const what = `The last review (${kind}) is ${Math.floor(months)} months old`
    return [warning({ file, line: lineOf(['review']) }, what, 'Check the facts and set review.on')]
  })
}
