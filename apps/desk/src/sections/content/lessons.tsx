import { type TranslationState, translationStates } from '@kitewise/contract/desk'
import { useQuery } from '@tanstack/react-query'
import type { Column } from '../../components/data-table.tsx'
import layout from '../../components/layout.module.css'
import { Failure, Loading } from '../../components/page.tsx'
import { QueriedTable } from '../../components/queried-table.tsx'
import { call, type Data, queryOf, saveFile, sentenceOf } from '../../lib/call.ts'

type Row = Data<'contentLessons'>['rows'][number]

const titles: Record<TranslationState, string> = {
  complete: 'Complete',
  outdated: 'Outdated',
  missing: 'Missing',
  unchecked: 'Not checked',
}

/** The lessons of the running release, and what each language lacks. */
export function Lessons() {
  const result = useQuery({ queryKey: ['contentOverview'], queryFn: () => call('contentOverview') })
  const { data } = result
  if (result.error) return <Failure message={sentenceOf(result.error)} onRetry={() => void result.refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <p className={layout.soft}>
        {data.hasFiles
          ? 'Lessons of the running release. Translations are compared with today’s files in the content folder.'
          : 'The content folder isn’t on this machine, so translations can’t be compared. What is missing is known from the running release.'}
      </p>
      <QueriedTable
        name="contentLessons"
        caption="Lessons"
        sort="place"
        direction="asc"
        filters={[
          {
            name: 'course',
            title: 'Course',
            kind: 'choice',
            options: data.courses.map(({ id, title }) => [id, title]),
          },
          { name: 'language', title: 'Language', kind: 'choice', options: data.languages },
          {
            name: 'state',
            title: 'Translation',
            kind: 'choice',
            options: translationStates.map((state) => [state, titles[state]]),
          },
        ]}
        heading={{
          title: 'Lessons',
          csv: (filters) => saveFile('exportContent', { query: queryOf<'exportContent'>(filters) }),
        }}
        read={(query) => call('contentLessons', { query: queryOf<'contentLessons'>(query) })}
        columns={columns}
        keyOf={({ place }) => place}
        empty="No lesson like this."
      />
    </>
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
