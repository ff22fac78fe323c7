import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { textLanguages } from '@kitewise/rules/language'
import { ok, refuse } from '../../platform/result.ts'
import type { DeskHandlers } from '../access/handler.ts'
import { readDraft } from './content-work.ts'
import { describeFinding, ifReadable } from './findings-routes.ts'

const listFolders = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

/** By the names of folders and files alone: a broken file hides no lesson. */
const listDrafts = async (folder: string) => {
  const courses = await listFolders(join(folder, 'courses'))
  return Promise.all(
    courses.map(async (id) => {
      const lessons = await listFolders(join(folder, 'courses', id, 'lessons')).catch(() => [])
      return { id, lessons: await Promise.all(lessons.map((lesson) => describeFiles(folder, id, lesson))) }
    }),
  )
}

const describeFiles = async (folder: string, course: string, lesson: string) => {
  const files = await readdir(join(folder, 'courses', course, 'lessons', lesson))
  return { id: lesson, languages: textLanguages.filter((code) => files.includes(`${code}.md`)) }
}

export const draftRoutes: DeskHandlers<'contentDrafts' | 'contentDraft'> = {
  contentDrafts: ({ config }) =>
    ifReadable(async () => ({
      data: { languages: [...textLanguages], courses: await listDrafts(config.contentFolder) },
    })),

  contentDraft: async (context, { params, query: { language } }) => {
    const listed = await ifReadable(() => listDrafts(context.config.contentFolder))
    if (!listed.ok) return listed
    const course = listed.value.find(({ id }) => id === params.course)
    const isKnown = course?.lessons.some(({ id }) => id === params.lesson)
    if (!isKnown || !textLanguages.some((code) => code === language)) return refuse('lesson_not_found')
    const { findings, ...draft } = await readDraft(context, { ...params, language })
    return ok({ data: { ...draft, findings: findings.map(describeFinding) } })
  },
}
