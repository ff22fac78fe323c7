import { type CatalogCourse, isExercise } from '@kitewise/content/catalog'
import type { Usage } from '@kitewise/rules/refund'
import type { Context } from '../../context.ts'
import { hasPassedAnyPrompt } from './practice/evaluate-prompt.ts'
import {
  countFinishedLessons,
  listCompletedFragments,
  listDaysOfUse,
  listFirstAnswers,
  listPracticeResults,
  listSkimmedFragments,
} from './progress.sql.ts'

export type MetPractice = {
  practiceId: string
  /** First encounter, in milliseconds since 1970. */
  atMs: number
  /** Whether the first answer was right; null without one or after a skip. For prompts, see their evaluations instead. */
  isFirstCorrect: boolean | null
}

/**
 * Questions and prompt tasks that were answered, skipped, or passed by in a completed fragment of the catalog. Each once, in the order of
 * the first encounter. A light exercise only if its first answer was wrong, and never a prediction.
 */
export async function listMetPractices({ db, catalog }: Context, userId: string): Promise<MetPractice[]> {
  const [answers, fragments] = await Promise.all([listFirstAnswers(db, userId), listCompletedFragments(db, userId)])
  const passed = fragments.flatMap(({ lessonId, fragmentId, atMs }) => {
    const fragment = catalog.findLesson(lessonId)?.lesson.fragments.find(({ id }) => id === fragmentId)
    const practices = (fragment?.practices ?? []).filter((practice) => !isExercise(practice))
    return practices.map(({ id }) => ({ practiceId: id, atMs, isFirstCorrect: null }))
  })
  const known = answers.filter(({ practiceId, isFirstCorrect }) => {
    const practice = catalog.findPractice(practiceId)?.practice
    if (!practice || !isExercise(practice)) return practice !== undefined
    return practice.type !== 'REVEAL' && isFirstCorrect === false
  })
  const answered = new Set(known.map(({ practiceId }) => practiceId))
  const met = [...known, ...passed.filter(({ practiceId }) => !answered.has(practiceId))]
  return met.sort((one, other) => one.atMs - other.atMs)
}

/** `modulesPercent`: of the furthest course. */
export async function findUsage({ db, catalog }: Context, userId: string): Promise<Usage> {
  const [days, finished] = await Promise.all([listDaysOfUse(db, userId), countFinishedLessons(db, userId)])
  const shares = finished.map(({ courseId, lessons }) => {
    const total = catalog.findCourse(courseId)?.lessons.length ?? 0
    return total === 0 ? 0 : Math.min(100, Math.floor((100 * lessons) / total))
  })
  return {
    days: days.map(({ day }) => day),
    guides: finished.reduce((sum, { lessons }) => sum + lessons, 0),
    modulesPercent: Math.max(0, ...shares),
  }
}

/** Completed too fast for a certificate. Ignores fragments that were removed, or added after the lesson was finished. */
export async function listSkimmedLessons(
  { db }: Context,
  userId: string,
  { lessons }: CatalogCourse,
): Promise<string[]> {
  const skimmed = await listSkimmedFragments(
    db,
    userId,
    lessons.map(({ id }) => id),
  )
  const ids = new Set(skimmed.map(({ fragmentId }) => fragmentId))
  return lessons.filter(({ fragments }) => fragments.some(({ id }) => ids.has(id))).map(({ id }) => id)
}

/** Decides by the server's own evaluation. A skip doesn't count. */
export async function hasPassedCapstone(
  context: Context,
  userId: string,
  { capstone }: CatalogCourse,
): Promise<boolean> {
  const lessonId = context.catalog.findPractice(capstone)?.lesson.id ?? ''
  const results = await listPracticeResults(context.db, userId, lessonId)
  const isAnsweredRight = results.some(({ practiceId, isCorrect }) => practiceId === capstone && isCorrect)
  return isAnsweredRight || (await hasPassedAnyPrompt(context, userId, capstone))
}

export async function countFinished({ db }: Pick<Context, 'db'>, userId: string): Promise<number> {
  return (await countFinishedLessons(db, userId)).reduce((sum, { lessons }) => sum + lessons, 0)
}
