import { asLanguage } from '@kitewise/evaluator/language'
import type { Task } from '@kitewise/evaluator/task'
import { pickWords, type CatalogCourse, type CatalogPrompt } from '../catalog.ts'

/** A prompt task as the evaluator needs it: its points, and its texts in a language or the fallback. The capstone of its course is an exam. */
export function describeTask(course: Pick<CatalogCourse, 'capstone'>, practice: CatalogPrompt, language: string): Task {
  const { words: texts, language: used } = pickWords(practice.words, language)
  const elsewhere = [...practice.words].filter(([code]) => code !== used)
  return {
    points: practice.points,
    texts,
    language: asLanguage(used),
    elsewhere: Object.fromEntries(elsewhere),
    isExam: course.capstone === practice.id,
  }
}
