import type { Context } from '../../context.ts'
import { listCompletedFragments, listFirstAnswers } from './queries.ts'

export type MetPractice = {
  practiceId: string
  /** When it was met first, in milliseconds since 1970. */
  atMs: number
  /** Whether the first answer was right; null when there was none but a skip. Says nothing certain of a prompt: see its evaluations. */
  isFirstCorrect: boolean | null
}

/**
 * Every practice of today's catalogue that the learner has met: answered, skipped, or passed by in a fragment that they completed. Each
 * once, whatever was met first at the front.
 */
export const listMetPractices = async ({ db, catalog }: Context, userId: string): Promise<MetPractice[]> => {
  const [answers, fragments] = await Promise.all([listFirstAnswers(db, userId), listCompletedFragments(db, userId)])
  const passed = fragments.flatMap(({ lessonId, fragmentId, atMs }) => {
    const fragment = catalog.findLesson(lessonId)?.lesson.fragments.find(({ id }) => id === fragmentId)
    const practices = fragment?.practices ?? []
    return practices.map(({ id }) => ({ practiceId: id, atMs, isFirstCorrect: null }))
  })
  const known = answers.filter(({ practiceId }) => catalog.findPractice(practiceId))
  const answered = new Set(known.map(({ practiceId }) => practiceId))
  const met = [...known, ...passed.filter(({ practiceId }) => !answered.has(practiceId))]
  return met.sort((one, other) => one.atMs - other.atMs)
}
