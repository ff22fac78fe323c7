import { readingSeconds } from '../reading-time.ts'
import type { ContentSource, LessonSource } from '../source.ts'
import { type Finding, warning } from './finding.ts'
import { listLessons } from './pieces.ts'

/** From the curriculum: what a practice takes. */
const minutesPerTask = 2.5
const minutesPerQuestion = 0.6
const longest = 7

/** How long a lesson takes, in minutes, from its words in one language. Null without that language. */
function estimateMinutes(lesson: LessonSource, language: string): number | null {
  const words = lesson.words.find((words) => words.language === language)
  if (!words) return null
  const read = words.fragments.reduce((total, { body }) => total + readingSeconds(body.text, language), 0)
  const practices = lesson.neutral.fragments.flatMap((fragment) => fragment.practices ?? [])
  const tasks = practices.filter((practice) => practice.type === 'PROMPT_CREATION').length
  return read / 60 + tasks * minutesPerTask + (practices.length - tasks) * minutesPerQuestion
}

/** Rule 8: a lesson takes at most seven minutes, and its card says how many. */
export function checkMinutes(source: ContentSource): Finding[] {
  return listLessons(source).flatMap(({ lesson }) => {
    const estimate = estimateMinutes(lesson, source.locales.fallback)
    if (estimate === null) return []
    const { file, neutral, lineOf } = lesson
    const at = { file, line: lineOf(['minutes']) }
    const findings: Finding[] = []
    if (Math.abs(neutral.minutes - estimate) > 1)
      findings.push(
        warning(
          at,
          `minutes is ${neutral.minutes}; words and practices take ${estimate.toFixed(1)}`,
          'Make them agree',
        ),
      )
    if (estimate > longest)
      findings.push(
        warning(at, `The lesson takes ${estimate.toFixed(1)} minutes`, `At most ${longest}: shorten or split it`),
      )
    return findings
  })
}
