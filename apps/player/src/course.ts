import { describeTask } from '@kitewise/content/answers'
import type { Lesson } from '@kitewise/contract/entities'
import type { PackagedCourse, PackagedLanguage } from '@kitewise/course-export/packaged-course'
import type { Task } from '@kitewise/evaluator/task'
import { type TextLanguage, textLanguageOfBrowser, textLanguages } from '@kitewise/rules/language'
import { browserLanguages } from '../../web/src/lib/browser-locale.ts'

declare global {
  interface Window {
    /** Set by `course.js`, which the page loads first. */
    packagedCourse: PackagedCourse
  }
}

export const packaged: PackagedCourse = window.packagedCourse

/** The languages in the package, in the order of the product's list. */
export const packagedLanguages: TextLanguage[] = textLanguages.filter((code) => packaged.languages[code] !== undefined)

/** The packaged language that fits best: the LMS's wish, then the browser's. */
export function startLanguage(wish: string | null): TextLanguage {
  const wanted = textLanguageOfBrowser([...(wish === null || wish === '' ? [] : [wish]), ...browserLanguages()])
  return packagedLanguages.find((code) => code === wanted) ?? packagedLanguages[0] ?? 'en'
}

export function courseIn(language: TextLanguage): PackagedLanguage {
  const own = packaged.languages[language] ?? Object.values(packaged.languages)[0]
  if (!own) throw new Error('The package has no course.')
  return own
}

export function findLesson(language: TextLanguage, id: string): Lesson | null {
  return courseIn(language).lessons.find((lesson) => lesson.id === id) ?? null
}

/** A prompt task for the evaluator, in the language of its lesson. */
export function findTask(practiceId: string, language: string): Task | null {
  const task = packaged.tasks.find(({ id }) => id === practiceId)
  return task ? describeTask(packaged, { ...task, words: new Map(Object.entries(task.words)) }, language) : null
}

/** The product's code of a BCP 47 tag. */
export function languageOfTag(tag: string): TextLanguage {
  return textLanguageOfBrowser([tag])
}
