import { findPatternFault } from '@kitewise/evaluator/check-rubric'
import type { ContentProblem } from '../content-error.ts'
import type { LessonSource } from '../reading/source.ts'

const fix = 'See "elsewhere.yml" in content/README.md'

/** Does elsewhere.yml speak of tasks, criteria and facts that lesson.yml has, in patterns that can be used? */
export function checkElsewhere(lesson: LessonSource): ContentProblem[] {
  const { file, words, lineOf } = lesson.elsewhere
  return Object.entries(words).flatMap(([place, languages]) => {
    const [fragmentId, practiceId] = place.split('.')
    const fragment = lesson.neutral.fragments.find(({ id }) => id === fragmentId)
    const practice = fragment?.practices?.find(({ id }) => id === practiceId)
    if (practice?.type !== 'PROMPT_CREATION')
      return [{ file, line: lineOf([place]), what: `lesson.yml has no prompt task ${place}`, fix }]
    const { criteria, facts = {} } = practice.rubric
    const known = new Set([...criteria.map(({ id }) => id), ...Object.keys(facts).map((id) => `fact.${id}`)])
    return Object.entries(languages).flatMap(([language, { says }]) =>
      Object.entries(says).flatMap(([key, list]) => {
        const line = lineOf([place, language, 'says', key])
        if (!known.has(key)) return [{ file, line, what: `The rubric of ${place} has no ${key}`, fix }]
        const faults = list.split(/,\s+/).flatMap((pattern) => findPatternFault(pattern) ?? [])
        return faults.map((what) => ({ file, line, what: `${place} ${language} ${key}: ${what}`, fix }))
      }),
    )
  })
}
