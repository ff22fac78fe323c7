import type { LearningTable } from '@kitewise/contract/desk'
import type { ReactNode } from 'react'
import type { Column } from '../../components/data-table.tsx'
import layout from '../../components/layout.module.css'
import { call, type Data, queryOf } from '../../lib/call.ts'
import { formatRate } from '../../lib/format.ts'

type Name = 'learningWeakest' | 'learningFunnel' | 'learningLessons' | 'learningPractices' | 'learningAnswers'
type RowOf<D> = D extends { rows: (infer One)[] } ? One : never
type Row<N extends Name> = RowOf<Data<N>>

const count = (value: number | null): string => (value === null ? '–' : value.toLocaleString('en-GB'))

/** Seconds as minutes and seconds. */
const duration = (seconds: number | null): string =>
  seconds === null ? '–' : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const placeCell = ({ title, place }: { title: string; place: string }): ReactNode => (
  <>
    {title}
    <br />
    <small className={layout.soft}>{place}</small>
  </>
)

type Counts<R> = readonly (readonly [title: string, key: keyof R & string])[]

const countColumns = <R,>(counts: Counts<R>): Column<R>[] =>
  counts.map(([title, key]) => ({
    title,
    sort: key,
    isNumber: true,
    cell: (row) => count(row[key] as number | null),
  }))

const weakColumns: Column<Row<'learningWeakest'>>[] = [
  { title: 'Place', sort: 'title', cell: placeCell },
  { title: 'Kind', cell: ({ kind }) => kind },
  ...countColumns<Row<'learningWeakest'>>([['Learners', 'learners']]),
  { title: 'Struggled', isNumber: true, cell: ({ struggled }) => count(struggled) },
  { title: 'Share', sort: 'share', isNumber: true, cell: ({ share }) => formatRate(share) },
]

const funnelColumns: Column<Row<'learningFunnel'>>[] = [
  { title: 'Week of', sort: 'week', cell: ({ week }) => week },
  { title: 'Quiz', sort: 'quiz', cell: ({ quiz }) => quiz },
  ...countColumns<Row<'learningFunnel'>>([
    ['Began', 'begun'],
    ['Plan', 'planMade'],
    ['Free task', 'taskTried'],
    ['Email', 'registered'],
    ['Checkout', 'checkoutBegun'],
    ['Paid or trial', 'paid'],
    ['PIN set', 'pinSet'],
    ['First lesson', 'lessonFinished'],
    ['Day 30', 'learningOnDay30'],
  ]),
]

const firstTry = {
  title: 'Right at first',
  sort: 'firstTry',
  isNumber: true,
  cell: ({ firstTry: share }: { firstTry: number | null }) => formatRate(share),
}

const medianTime = {
  title: 'Median time',
  sort: 'medianSeconds',
  isNumber: true,
  cell: ({ medianSeconds }: { medianSeconds: number | null }) => duration(medianSeconds),
}

const lessonColumns: Column<Row<'learningLessons'>>[] = [
  { title: 'Lesson', sort: 'place', cell: placeCell },
  ...countColumns<Row<'learningLessons'>>([
    ['Started', 'started'],
    ['Finished', 'finished'],
    ['Left', 'left'],
  ]),
  firstTry,
  medianTime,
]

const practiceColumns: Column<Row<'learningPractices'>>[] = [
  { title: 'Practice', sort: 'place', cell: placeCell },
  { title: 'Kind', sort: 'kind', cell: ({ kind }) => kind },
  ...countColumns<Row<'learningPractices'>>([
    ['Started', 'started'],
    ['Finished', 'finished'],
    ['Skipped', 'skipped'],
    ['Left', 'left'],
  ]),
  firstTry,
  medianTime,
]

const answerKinds = { wrong_option: 'wrong option', missed: 'point missed', marked: 'point marked' }

const answerColumns: Column<Row<'learningAnswers'>>[] = [
  { title: 'Practice', sort: 'place', cell: placeCell },
  { title: 'Kind', sort: 'kind', cell: ({ kind }) => answerKinds[kind] },
  { title: 'Option or point', cell: ({ answer }) => answer },
  ...countColumns<Row<'learningAnswers'>>([['Learners', 'learners']]),
  { title: 'Share', sort: 'share', isNumber: true, cell: ({ share }) => formatRate(share) },
]

type AnyTable = {
  /** The column it is sorted by at first. */
  sort: string
  columns: Column<object>[]
  read: (query: Record<string, string>) => Promise<{ rows: object[]; total: number }>
  empty: string
}

const few = 'No figures of five learners or more.'

const tables = {
  weakest: {
    sort: 'share',
    columns: weakColumns,
    read: (query: Record<string, string>) => call('learningWeakest', { query: queryOf<'learningWeakest'>(query) }),
    empty: 'No place with 20 learners or more yet.',
  },
  funnel: {
    sort: 'week',
    columns: funnelColumns,
    read: (query: Record<string, string>) => call('learningFunnel', { query: queryOf<'learningFunnel'>(query) }),
    empty: 'No week in which five people or more began a quiz.',
  },
  lessons: {
    sort: 'started',
    columns: lessonColumns,
    read: (query: Record<string, string>) => call('learningLessons', { query: queryOf<'learningLessons'>(query) }),
    empty: few,
  },
  practices: {
    sort: 'started',
    columns: practiceColumns,
    read: (query: Record<string, string>) => call('learningPractices', { query: queryOf<'learningPractices'>(query) }),
    empty: few,
  },
  answers: {
    sort: 'learners',
    columns: answerColumns,
    read: (query: Record<string, string>) => call('learningAnswers', { query: queryOf<'learningAnswers'>(query) }),
    empty: few,
  },
}

/** A table by its name in the address and in the export. */
export function learningTable(name: LearningTable): AnyTable {
  // Each table's columns fit the rows that it reads.
  return tables[name] as unknown as AnyTable
}

export const definitions: readonly (readonly [term: string, text: string])[] = [
  [
    'Weakest places',
    'The 20 lessons and practices with the largest share of learners who struggled, among those with at least 20 settled learners. Settled: finished, skipped, or begun more than seven days ago; an optional practice that was passed over doesn’t count. Struggled in a lesson: left it. Struggled in a practice: left or skipped it, or was wrong at first.',
  ],
  [
    'Started, finished, left',
    'A lesson is started when it’s opened, a practice when its part of the lesson is. Left: started more than seven days ago and not finished (a practice: not solved and not skipped). Skipped: the learner skipped it, or passed over an optional one, and hasn’t answered since.',
  ],
  [
    'Right at first',
    'Learners whose first answer was right, among those who answered. For a prompt, the first text counts, with its marks; it’s right with four points of five or more. A lesson sums its practices.',
  ],
  [
    'Median time',
    'Half of those who finished took less. For a practice, the time of its part of the lesson, with reading. Exact to 5 %.',
  ],
  [
    'Options and points',
    'Wrong option: chosen first in a choice question. Point missed: missing or wrong in a learner’s first text. Point marked: shown by hand in any of them. The share is of those who answered.',
  ],
  [
    'Funnel',
    'Visitors by the week (of UTC) in which they began the quiz. First lesson: at least one lesson finished. Day 30: learned on one of the days 30 to 36 after the quiz; known once the whole week has reached day 36. Visitors without an address are deleted after 90 days, but stay in the counts.',
  ],
  [
    'All',
    'A row of fewer than five learners is neither stored nor shown. The language is the account’s today. Erased accounts leave the figures with the next report, except in the funnel, which names no person.',
  ],
]
