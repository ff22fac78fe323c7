import { z } from 'zod'
import { data } from '../endpoint.ts'
import { lesson } from '../entities.ts'
import { deskEndpoint, file } from './desk-endpoint.ts'
import { searchText, tablePage, tableQuery } from './table.ts'

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

const name = z.string().max(120)

const findingFilters = {
  level: z.enum(['error', 'warning']).optional(),
  course: z.string().max(60).optional(),
  language: z.string().max(8).optional(),
  rule: z.string().max(40).optional(),
  /** In the file's name, the message or the fix. */
  text: searchText,
}

/** Empty where a finding is of no course, lesson or language. */
const finding = z.object({
  level: z.enum(['error', 'warning']),
  course: z.string(),
  lesson: z.string(),
  language: z.string(),
  file: z.string(),
  line: z.int(),
  rule: z.string(),
  message: z.string(),
  fix: z.string(),
})

const findings = z.object({
  rows: z.array(finding.extend({ number: count })),
  total: count,
  check: z.object({
    /** Unix milliseconds; null until the first check of this server has ended. */
    at: z.number().nullable(),
    /** A file has changed since, and a new check runs. */
    isRunning: z.boolean(),
    errors: count,
    warnings: count,
    /** What occurs, for the filters. */
    courses: z.array(z.string()),
    languages: z.array(z.string()),
    rules: z.array(z.string()),
  }),
})

/** Folders of lessons, also of those that no course lists yet. */
const drafts = z.object({
  /** All of the product; a lesson without a text in one is shown in English. */
  languages: z.array(z.string()),
  courses: z.array(z.object({ id: name, lessons: z.array(z.object({ id: name, languages: z.array(z.string()) })) })),
})

const draft = z.object({
  /** Changes with any file of the content. */
  version: z.string(),
  /** As they are now: the text in the language if it exists, and lesson.yml. */
  files: z.array(z.object({ name, text: z.string() })),
  findings: z.array(finding),
  /** In the language, or in English without a text in it. Null while an error keeps it from being shown. */
  lesson: lesson.nullable(),
  /** What the built-in evaluator needs for each prompt task, by practice. */
  tasks: z.record(z.string(), z.looseObject({})),
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
    stepUp: true,
    ...view,
    path: '/api/desk/content/export',
    query: z.object(filters),
    answer: file,
    object: { kind: 'list' },
    summary: 'The lessons as CSV, with a column for each language.',
  }),
  contentFindings: deskEndpoint({
    ...view,
    path: '/api/desk/content/findings',
    audited: false,
    query: tableQuery(['level', 'course', 'lesson', 'language', 'file', 'rule', 'message']).extend(findingFilters),
    answer: data(findings),
    errors: ['content_unreadable'],
    summary: 'What the content check finds in the files as they are now. Starts a check if a file has changed.',
  }),
  exportFindings: deskEndpoint({
    stepUp: true,
    ...view,
    path: '/api/desk/content/findings/export',
    query: z.object(findingFilters),
    answer: file,
    errors: ['content_unreadable'],
    object: { kind: 'list' },
    summary: 'The findings as CSV. Waits for a check that runs.',
  }),
  contentDrafts: deskEndpoint({
    ...view,
    path: '/api/desk/content/drafts',
    audited: false,
    answer: data(drafts),
    errors: ['content_unreadable'],
    summary: 'The lessons in the content folder, and the languages that they have.',
  }),
  contentDraft: deskEndpoint({
    ...view,
    path: '/api/desk/content/drafts/{course}/{lesson}',
    audited: false,
    params: z.object({ course: name, lesson: name }),
    query: z.object({ language: z.string().max(8).default('en') }),
    answer: data(draft),
    errors: ['content_unreadable', 'lesson_not_found'],
    summary: 'A lesson as its files are now: sources, findings, and the lesson as learners would get it.',
  }),
}
