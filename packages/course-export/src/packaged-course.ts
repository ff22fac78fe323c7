import type { CatalogPrompt } from '@kitewise/content/catalog'
import type { Course, Lesson } from '@kitewise/contract/entities'
import type { TextLanguage } from '@kitewise/rules/language'
import type { TaskTexts } from '@kitewise/evaluator/task'

/** What a package is for. `cc`: Common Cartridge. */
export const exportFormats = ['scorm2004', 'scorm12', 'cmi5', 'cc'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Share of the required practices that must be right to pass. */
export const passingShare = 0.7

/** A prompt task with its texts by language, for the evaluator in the player. */
export type PackagedTask = Omit<CatalogPrompt, 'words'> & { words: Record<string, TaskTexts> }

/** A course in one language. Lessons without a translation are in English and say so. */
export type PackagedLanguage = {
  course: Course
  /** In learning order. */
  lessons: Lesson[]
  /** The player's sentences: namespace → key → compiled ICU message. */
  texts: Record<string, unknown>
}

/** Everything that the player of one package shows; `course.js` assigns it to `window.packagedCourse`. */
export type PackagedCourse = {
  format: ExportFormat
  courseId: string
  capstone: string
  tasks: PackagedTask[]
  languages: Partial<Record<TextLanguage, PackagedLanguage>>
  license: License
}

export type License = {
  /** Who bought it; null for a package that isn't for a customer. */
  licensee: string | null
  /** `2026-11-26`. */
  day: string
  /** Who grants it. */
  company: string
}
