import { z } from 'zod'
import { data } from '../endpoint.ts'
import { deskEndpoint, file } from './desk-endpoint.ts'
import { tablePage, tableQuery } from './table.ts'

const count = z.int().nonnegative()

/**
 * Of a lesson in a language. Outdated: made from an older English text. Unchecked: the release has it, but its files can't be
 * read, so nobody can compare them.
 */
export const translationStates = ['complete', 'outdated', 'missing', 'unchecked'] as const

export type TranslationState = (typeof translationStates)[number]

/** A state without a language is a state in any language. */
const filters = {
  course: z.string().max(60).optional(),
  language: z.string().max(8).optional(),
  state: z.enum(translationStates).optional(),
}

const overview = z.object({
  courses: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Those that courses are translated to. */
  languages: z.array(z.string()),
  /** Whether the content folder can be read; otherwise translations are known from the running release only. */
  hasFiles: z.boolean(),
})

/** Titles are English. */
const lessonRow = z.object({
  place: z.string(),
  course: z.string(),
  chapter: z.string(),
  title: z.string(),
  minutes: count,
  practices: count,
  /** Languages. */
  missing: count,
  outdated: count,
  translations: z.array(z.object({ language: z.string(), state: z.enum(translationStates) })),
})

const view = { method: 'GET', permission: 'content.read' } as const

export const contentEndpoints = {
  contentOverview: deskEndpoint({
    ...view,
    path: '/api/desk/content',
    audited: false,
    answer: data(overview),
    summary: 'What the table of lessons can be filtered by, and whether the content folder can be read.',
  }),
  contentLessons: deskEndpoint({
    ...view,
    path: '/api/desk/content/lessons',
    audited: false,
    query: tableQuery(['place', 'title', 'chapter', 'minutes', 'practices', 'missing', 'outdated']).extend(filters),
    answer: tablePage(lessonRow),
    summary: 'Each lesson: minutes, practices, and what its translations lack.',
  }),
  exportContent: deskEndpoint({
    ...view,
    path: '/api/desk/content/export',
    query: z.object(filters),
    answer: file,
    summary: 'The lessons as CSV, with a column for each language.',
  }),
}
