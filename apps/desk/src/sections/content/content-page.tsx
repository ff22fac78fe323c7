import { type TranslationState, translationStates } from '@kitewise/contract/desk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../components/data-table.tsx'
import layout from '../../components/layout.module.css'
import { Failure, Loading, Page } from '../../components/page.tsx'
import { useTable } from '../../components/use-table.ts'
import { addressOf, call, type Data, queryOf, sentenceOf } from '../../lib/call.ts'

type Row = Data<'contentLessons'>['rows'][number]

const titles: Record<TranslationState, string> = {
  complete: 'Complete',
  outdated: 'Outdated',
  missing: 'Missing',
  unchecked: 'Not checked',
}

/** Courses, and what each language lacks. */
export function ContentPage() {
  const result = useQuery({ queryKey: ['contentOverview'], queryFn: () => call('contentOverview') })
  const { data } = result
  return (
    <Page title="Content">
      {result.error ? <Failure message={sentenceOf(result.error)} onRetry={() => void result.refetch()} /> : null}
      {!data && !result.error ? <Loading /> : null}
      {data ? (
        <p className={layout.soft}>
          {data.hasFiles
            ? 'Lessons of the running release. Translations are compared with today’s files in the content folder.'
            : 'The content folder isn’t on this machine, so translations can’t be compared. What is missing is known from the running release.'}
        </p>
      ) : null}
      {data ? <Lessons overview={data} /> : null}
    </Page>
  )
}

/** The languages in a state, or a dash. */
const inState = ({ translations }: Row, wanted: TranslationState): string =>
  translations
    .filter(({ state }) => state === wanted)
    .map(({ language }) => language)
    .join(' ') || '–'

const columns: Column<Row>[] = [
  {
    title: 'Lesson',
    sort: 'place',
    cell: ({ title, place }) => (
      <>
        {title}
        <br />
        <small className={layout.soft}>{place}</small>
      </>
    ),
  },
  { title: 'Chapter', sort: 'chapter', cell: ({ chapter }) => chapter },
  { title: 'Minutes', sort: 'minutes', isNumber: true, cell: ({ minutes }) => minutes },
  { title: 'Practices', sort: 'practices', isNumber: true, cell: ({ practices }) => practices },
  { title: 'Missing', sort: 'missing', cell: (row) => inState(row, 'missing') },
  { title: 'Outdated', sort: 'outdated', cell: (row) => inState(row, 'outdated') },
]

const all = ['', 'All'] as const

function Lessons({ overview }: { overview: Data<'contentOverview'> }) {
  const table = useTable({ sort: 'place', direction: 'asc', filters: ['course', 'language', 'state'] })
  const result = useQuery({
    queryKey: ['contentLessons', table.query],
    queryFn: () => call('contentLessons', { query: queryOf<'contentLessons'>(table.query) }),
    placeholderData: keepPreviousData,
  })
  const { sort: _sort, direction: _direction, page: _page, ...set } = table.query
  const filters = [
    {
      name: 'course',
      title: 'Course',
      options: [all, ...overview.courses.map(({ id, title }) => [id, title] as const)],
    },
    { name: 'language', title: 'Language', options: [all, ...overview.languages.map((code) => [code, code] as const)] },
    {
      name: 'state',
      title: 'Translation',
      options: [all, ...translationStates.map((state) => [state, titles[state]] as const)],
    },
  ]
  return (
    <>
      <div className={`${layout.cluster} ${layout.spread}`}>
        <h2>Lessons</h2>
        <a className={layout.button} href={addressOf('exportContent', {}, set)}>
          CSV
        </a>
      </div>
      <DataTable
        caption="Lessons"
        table={table}
        result={result}
        columns={columns}
        keyOf={({ place }) => place}
        filters={filters.map(({ name, title, options }) => (
          <label key={name} className={layout.field}>
            {title}
            <select value={table.filter(name)} onChange={(event) => table.setFilter(name, event.currentTarget.value)}>
              {options.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        ))}
        empty="No lesson like this."
      />
    </>
  )
}
