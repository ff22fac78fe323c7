import type { RuledFinding } from '@kitewise/content-tools/check-content'
import type { DeskInput } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { DeskFile, type DeskHandlers } from '../access/handler.ts'
import { pageOf, writeCsv } from '../access/tables.ts'
import { finishCheck, followCheck } from './content-work.ts'

/** `content/courses/tea/lessons/l01-water/en.md` is English text of tea.l01. */
export function describeFinding({ level, file, line, rule, what, fix }: RuledFinding) {
  const parts = file.split(/[/\\]/)
  const [, area = '', name = '', , folder = ''] = parts
  const isLesson = area === 'courses' && parts[3] === 'lessons'
  const [, language = ''] = /(?:^|\.)([a-z]{2})\.(?:md|yml)$/.exec(parts.at(-1) ?? '') ?? []
  return {
    level,
    course: area === 'courses' ? name : '',
    lesson: isLesson ? `${name}.${folder.split('-')[0]}` : '',
    language,
    file,
    line,
    rule,
    message: what,
    fix,
  }
}

type Row = ReturnType<typeof describeFinding>
type Filters = DeskInput<'exportFindings'>['query']

const keepFitting = (rows: readonly Row[], { level, course, language, rule, text }: Filters): Row[] => {
  const wanted = text?.toLowerCase() ?? ''
  return rows.filter(
    (row) =>
      (level === undefined || row.level === level) &&
      (course === undefined || row.course === course) &&
      (language === undefined || row.language === language) &&
      (rule === undefined || row.rule === rule) &&
      `${row.file} ${row.message} ${row.fix}`.toLowerCase().includes(wanted),
  )
}

/** What occurs in a column, without the empty text. */
const valuesOf = (rows: readonly Row[], column: 'course' | 'language' | 'rule'): string[] =>
  [...new Set(rows.map((row) => row[column]))].filter((value) => value !== '').sort()

/** Refuses without the folder, on a server that runs from the snapshot alone. */
export async function ifReadable<Value>(read: () => Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await read())
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return refuse('content_unreadable')
    throw error
  }
}

const describeCheck = async (context: Context, query: DeskInput<'contentFindings'>['query']) => {
  const { done, running } = await followCheck(context)
  const rows = (done?.findings ?? []).map(describeFinding)
  const errors = rows.filter(({ level }) => level === 'error').length
  const check = {
    at: done?.at.getTime() ?? null,
    isRunning: running !== null,
    errors,
    warnings: rows.length - errors,
    courses: valuesOf(rows, 'course'),
    languages: valuesOf(rows, 'language'),
    rules: valuesOf(rows, 'rule'),
  }
  const numbered = keepFitting(rows, query).map((row, number) => ({ ...row, number }))
  return { data: { ...pageOf(numbered, query).data, check } }
}

export const findingsRoutes: DeskHandlers<'contentFindings' | 'exportFindings'> = {
  contentFindings: (context, { query }) => ifReadable(() => describeCheck(context, query)),

  exportFindings: async (context, { query }) => {
    const found = await ifReadable(() => finishCheck(context))
    if (!found.ok) return found
    const rows = keepFitting(found.value.map(describeFinding), query)
    return ok(new DeskFile('content-findings.csv', 'text/csv; charset=utf-8', writeCsv([rows])))
  },
}
