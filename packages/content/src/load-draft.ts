import { basename, dirname, join } from 'node:path'
import type { FoundLesson } from './catalog.ts'
import { buildCourse, buildLesson } from './load-content.ts'
import { readContentFolder } from './reading/read-content-folder.ts'
import type { ContentProblem } from './source.ts'
import { checkStructure } from './structure/check-structure.ts'

/** Names of folders, and the language that the lesson is wanted in. */
export type DraftName = { course: string; lesson: string; language: string }

/**
 * One lesson as its files are now, also if it isn't listed in its course yet, whatever is wrong elsewhere. Without it, `problems`
 * says what keeps it from being shown.
 */
export function loadDraft(
  folder: string,
  { course: courseName, lesson: lessonName, language }: DraftName,
): { found: FoundLesson | null; problems: ContentProblem[] } {
  const courseFolder = join(basename(folder), 'courses', courseName)
  const own = join(courseFolder, 'lessons', lessonName)
  const { source, problems } = readContentFolder(folder, (file) => dirname(file) === own)
  const languages = [source.locales.fallback, language]
  const used = new Set(['lesson.yml', ...languages.map((code) => `${code}.md`)].map((name) => join(own, name)))
  const course = source.courses.find((one) => basename(one.folder) === courseName)
  const lesson = course?.lessons.find((one) => basename(one.folder) === lessonName)
  const faults = [
    ...problems.filter(({ file }) => used.has(file) || (!course && file === join(courseFolder, 'course.yml'))),
    ...checkStructure(source, (one) => one === lesson).filter(({ file }) => used.has(file)),
  ]
  if (!course || !lesson || faults.length > 0) return { found: null, problems: faults }
  const whole = buildCourse({ ...course, lessons: [], skillCheck: null }, source)
  const words = lesson.words.filter((one) => languages.includes(one.language))
  const chapter = whole.chapters.find(({ id }) => id === lesson.neutral.chapter)
  const found = {
    course: whole,
    chapter: chapter ?? { id: lesson.neutral.chapter, lessons: [] },
    lesson: buildLesson({ ...lesson, words }, source),
    position: 0,
  }
  return { found, problems: [] }
}
