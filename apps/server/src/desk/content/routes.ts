import { type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { findState, listTranslatable, type Translatable } from '@kitewise/content-tools/translatable-files'
import { type CatalogLesson, pickWords } from '@kitewise/content/catalog'
import type { DeskInput, TranslationState } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { ok } from '../../platform/result.ts'
import { DeskFile, type DeskHandlers } from '../access/handler.ts'
import { pageOf, writeCsv } from '../access/tables.ts'

type Filters = DeskInput<'exportContent'>['query']

/** All languages of the catalog but the first, which the others are translated from. */
const listLanguages = ({ catalog }: Context): string[] => {
  const fallback = catalog.courses[0]?.words.keys().next().value
  const all = catalog.courses.flatMap(({ words, lessons }) => [words, ...lessons.map((lesson) => lesson.words)])
  return [...new Set(all.flatMap((words) => [...words.keys()]))].filter((code) => code !== fallback).sort()
}

/** By the lesson's ID, which its folder begins with: `courses/tea/lessons/l01-water/en.md` is `tea.l01`. Null without the folder. */
const findFiles = (folder: string, language: string): Map<string, Translatable> | null => {
  try {
    return new Map(
      listTranslatable(folder, language).flatMap((file) => {
        const [, course, lesson] = /^courses\/([^/]+)\/lessons\/([^-/]+)[^/]*\/[^/]+$/.exec(file.original) ?? []
        return course === undefined ? [] : [[`${course}.${lesson}`, file] as const]
      }),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** By file: its state, and the sizes and times of the two files that it was read from. */
const known = new Map<string, { of: string; state: TranslationState }>()

const stampOf = (stats: Stats | null): string => (stats ? `${stats.size} ${stats.mtimeMs}` : '-')

/** Reads both files only if one has changed; all of them take a second. */
const readState = async (folder: string, file: Translatable): Promise<TranslationState> => {
  const path = join(folder, file.translation)
  const found = [file.original, file.translation].map((name) => stat(join(folder, name)).catch(() => null))
  const of = (await Promise.all(found)).map(stampOf).join(' ')
  const before = known.get(path)
  if (before?.of === of) return before.state
  await letOthersRun()
  const { kind } = findState(folder, file)
  const state = kind === 'current' ? 'complete' : kind
  known.set(path, { of, state })
  return state
}

const stateInRelease = (lesson: CatalogLesson, language: string): TranslationState =>
  lesson.words.has(language) ? 'unchecked' : 'missing'

type Found = { language: string; files: Map<string, Translatable> | null }

const describeLesson = async ({ config }: Context, lesson: CatalogLesson, languages: readonly Found[]) => {
  const translations: { language: string; state: TranslationState }[] = []
  for (const { language, files } of languages) {
    const file = files?.get(lesson.id)
    const state = file ? await readState(config.contentFolder, file) : stateInRelease(lesson, language)
    translations.push({ language, state })
  }
  const countOf = (wanted: TranslationState) => translations.filter(({ state }) => state === wanted).length
  return {
    place: lesson.id,
    title: pickWords(lesson.words, 'en').words.title,
    minutes: lesson.minutes,
    practices: lesson.fragments.reduce((sum, { practices }) => sum + practices.length, 0),
    missing: countOf('missing'),
    outdated: countOf('outdated'),
    translations,
  }
}

const readLessons = async (context: Context, { course, language, state }: Filters) => {
  const found = listLanguages(context).map((code) => ({
    language: code,
    files: findFiles(context.config.contentFolder, code),
  }))
  const rows = []
  for (const { id, chapters, words } of context.catalog.courses.filter((one) => (course ?? one.id) === one.id))
    for (const chapter of chapters)
      for (const lesson of chapter.lessons) {
        const title = pickWords(words, 'en').words.chapters[chapter.id] ?? chapter.id
        rows.push({ course: id, chapter: title, ...(await describeLesson(context, lesson, found)) })
      }
  const fits = (own: { language: string; state: TranslationState }) =>
    (language === undefined || own.language === language) && (state === undefined || own.state === state)
  return language === undefined && state === undefined ? rows : rows.filter((row) => row.translations.some(fits))
}

export const contentRoutes: DeskHandlers<'contentOverview' | 'contentLessons' | 'exportContent'> = {
  contentOverview: async (context) => {
    const courses = context.catalog.courses.map(({ id, words }) => ({ id, title: pickWords(words, 'en').words.title }))
    const languages = listLanguages(context)
    const hasFiles = await stat(context.config.contentFolder).then(
      (found) => found.isDirectory(),
      () => false,
    )
    return ok({ data: { courses, languages, hasFiles } })
  },
  contentLessons: async (context, { query }) => ok(pageOf(await readLessons(context, query), query)),
  exportContent: async (context, { query }) => {
    const rows = (await readLessons(context, query)).map(({ translations, ...row }) => ({
      ...row,
      ...Object.fromEntries(translations.map(({ language, state }) => [language, state])),
    }))
    return ok(new DeskFile('content-lessons.csv', 'text/csv; charset=utf-8', writeCsv([rows])))
  },
}
