import { type CatalogPractice, isPromptTask, pickWords } from '@kitewise/content/catalog'
import type { DeskInput, LearningTable } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { ok } from '../../platform/result.ts'
import { DeskFile, type DeskHandlers } from '../access/handler.ts'
import { pageOf, writeCsv } from '../access/tables.ts'
import { type AnswerRow, findReportTime, listAnswers, listPlaces, listWeeks, type PlaceRow } from './report.sql.ts'

const dayMs = 86_400_000
/** Of a weak place, so that its share isn't chance. */
const leastSettled = 20
const weakestListed = 20

type Filters = { course?: string | undefined; language?: string | undefined }

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : Math.min(1, part / whole))

type Place = { place: string; course: string; title: string; lessonId: string; practice: CatalogPractice | null }

const titleOf = (practice: CatalogPractice): string => {
  if (isPromptTask(practice)) return pickWords(practice.words, 'en').words.title
  if (practice.type === 'SINGLE_CHOICE_TEST') return pickWords(practice.words, 'en').words.question
  const { words } = pickWords(practice.words, 'en')
  return 'question' in words ? words.question : practice.id
}

/** Content that was removed has its IDs instead of titles. */
const describePlace = ({ catalog }: Context, id: string): Place => {
  const found = catalog.findPractice(id)
  const lesson = found ?? catalog.findLesson(id)
  if (!lesson) return { place: id, course: id.split('.')[0] ?? '', title: id, lessonId: id, practice: null }
  return {
    place: id,
    course: lesson.course.id,
    title: found ? titleOf(found.practice) : pickWords(lesson.lesson.words, 'en').words.title,
    lessonId: lesson.lesson.id,
    practice: found?.practice ?? null,
  }
}

const readPlaces = async (context: Context, { course, language }: Filters): Promise<(PlaceRow & Place)[]> =>
  (await listPlaces(context.db, language ?? ''))
    .map((row) => ({ ...row, ...describePlace(context, row.place) }))
    .filter((row) => course === undefined || row.course === course)

/** A practice's ID has two parts more than its lesson's. */
const isLesson = ({ place }: { place: string }): boolean => place.split('.').length <= 2

const readWeakest = async (context: Context, filters: Filters) =>
  (await readPlaces(context, filters))
    .filter(({ settled }) => settled >= leastSettled)
    .map(({ place, course, title, settled, struggled }) => ({
      place,
      course,
      title,
      kind: isLesson({ place }) ? ('lesson' as const) : ('practice' as const),
      learners: settled,
      struggled,
      share: struggled / settled,
    }))
    .sort((a, b) => b.share - a.share || b.learners - a.learners || a.place.localeCompare(b.place))
    .slice(0, weakestListed)

/** All of a week have reached day 36 when its Sunday has. */
const daysUntilKnown = 7 + 36

const readFunnel = async ({ db, clock }: Context, { quiz }: { quiz?: string | undefined }) =>
  (await listWeeks(db))
    .map(({ week, variant, version, learningOnDay30, ...counts }) => ({
      week,
      quiz: `f${variant}-v${version}`,
      ...counts,
      learningOnDay30: Date.parse(week) + daysUntilKnown * dayMs <= clock().getTime() ? learningOnDay30 : null,
    }))
    .filter((row) => quiz === undefined || row.quiz === quiz)

const readLessons = async (context: Context, filters: Filters) => {
  const rows = await readPlaces(context, filters)
  return rows.filter(isLesson).map(({ place, course, title, started, finished, left, medianSeconds }) => {
    const own = rows.filter((row) => row.practice !== null && row.lessonId === place)
    const [right, tried] = [sum(own, 'firstRight'), sum(own, 'tried')]
    return { place, course, title, started, finished, left, medianSeconds, firstTry: shareOf(right, tried) }
  })
}

const sum = (rows: readonly PlaceRow[], key: 'firstRight' | 'tried'): number =>
  rows.reduce((total, row) => total + row[key], 0)

const kindOf = (practice: CatalogPractice | null) =>
  practice && isPromptTask(practice)
    ? ('prompt' as const)
    : practice?.type === 'SINGLE_CHOICE_TEST'
      ? ('question' as const)
      : ('exercise' as const)

const readPractices = async (context: Context, { kind, ...filters }: Filters & { kind?: string | undefined }) =>
  (await readPlaces(context, filters))
    .filter((row) => !isLesson(row))
    .map(({ place, course, title, practice, started, finished, skipped, left, medianSeconds, firstRight, tried }) => ({
      place,
      course,
      title,
      kind: kindOf(practice),
      started,
      finished,
      left,
      medianSeconds,
      skipped,
      firstTry: shareOf(firstRight, tried),
    }))
    .filter((row) => kind === undefined || row.kind === kind)

/** What an option or a point says in English. */
const wordsOf = (practice: CatalogPractice | null, { detail }: AnswerRow): string => {
  if (practice?.type === 'SINGLE_CHOICE_TEST')
    return pickWords(practice.words, 'en').words.options[detail]?.text ?? detail
  return practice && isPromptTask(practice)
    ? pickWords(practice.words, 'en').words.points[detail]?.name || detail
    : detail
}

type AnswerFilters = Filters & { kind?: string | undefined }

const readAnswers = async (context: Context, { course, language, kind }: AnswerFilters) =>
  (await listAnswers(context.db, language ?? ''))
    .map((row) => {
      const { practice, place, title, course: of } = describePlace(context, row.place)
      const share = shareOf(row.learners, row.tried)
      const answer = wordsOf(practice, row)
      return { place, course: of, title, kind: row.measure, answer, learners: row.learners, share }
    })
    .filter((row) => (course === undefined || row.course === course) && (kind === undefined || row.kind === kind))

type ExportFilters = DeskInput<'exportLearning'>['query']

const readers: Record<LearningTable, (context: Context, filters: ExportFilters) => Promise<object[]>> = {
  weakest: readWeakest,
  funnel: readFunnel,
  lessons: readLessons,
  practices: readPractices,
  answers: readAnswers,
}

type LearningEndpoint =
  | 'learningOverview'
  | 'learningWeakest'
  | 'learningFunnel'
  | 'learningLessons'
  | 'learningPractices'
  | 'learningAnswers'
  | 'exportLearning'

export const learningRoutes: DeskHandlers<LearningEndpoint> = {
  learningOverview: async ({ db, catalog }) => {
    const courses = catalog.courses.map(({ id, words }) => ({ id, title: pickWords(words, 'en').words.title }))
    const languages = [...new Set(catalog.courses.flatMap(({ words }) => [...words.keys()]))].sort()
    const quizzes = catalog.quizzes.map(({ id }) => id)
    const countedAt = (await findReportTime(db))?.getTime() ?? null
    return ok({ data: { countedAt, courses, languages, quizzes } })
  },
  learningWeakest: async (context, { query }) => ok(pageOf(await readWeakest(context, query), query)),
  learningFunnel: async (context, { query }) => ok(pageOf(await readFunnel(context, query), query)),
  learningLessons: async (context, { query }) => ok(pageOf(await readLessons(context, query), query)),
  learningPractices: async (context, { query }) => ok(pageOf(await readPractices(context, query), query)),
  learningAnswers: async (context, { query }) => ok(pageOf(await readAnswers(context, query), query)),
  exportLearning: async (context, { params, query }) => {
    const rows = await readers[params.table](context, query)
    return ok(new DeskFile(`learning-${params.table}.csv`, 'text/csv; charset=utf-8', writeCsv([rows])))
  },
}
