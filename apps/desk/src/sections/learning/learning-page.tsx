import { type LearningTable, learningTables } from '@kitewise/contract/desk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import layout from '../../components/layout.module.css'
import { Failure, Loading, Page, Tabs } from '../../components/page.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { useTable } from '../../components/use-table.ts'
import { addressOf, call, type Data, sentenceOf } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'
import { definitions, learningTable } from './learning-tables.tsx'

const titles: Record<LearningTable, string> = {
  weakest: 'Weakest places',
  funnel: 'Funnel',
  lessons: 'Lessons',
  practices: 'Practices',
  answers: 'Options and points',
}

/** Where learners struggle, leave or misunderstand. */
export function LearningPage() {
  const result = useQuery({ queryKey: ['learningOverview'], queryFn: () => call('learningOverview') })
  const [params] = useSearchParams()
  const shown = learningTables.find((name) => name === params.get('show')) ?? 'weakest'
  const { data } = result
  return (
    <Page title="Learning">
      {result.error ? <Failure message={sentenceOf(result.error)} onRetry={() => void result.refetch()} /> : null}
      {data ? (
        <p className={layout.soft}>
          {data.countedAt === null
            ? 'Nothing is counted yet. The first report runs at 4:10 UTC.'
            : `Counted on ${formatMoment(data.countedAt)}. The next report runs at 4:10 UTC.`}
        </p>
      ) : result.error ? null : (
        <Loading />
      )}
      <details>
        <summary>How these figures are defined</summary>
        <dl className={layout.facts}>
          {definitions.flatMap(([term, text]) => [<dt key={`${term} term`}>{term}</dt>, <dd key={term}>{text}</dd>])}
        </dl>
      </details>
      <Tabs label="Tables" titles={titles} shown={shown} />
      {data ? <Table key={shown} name={shown} overview={data} /> : null}
    </Page>
  )
}

type Filter = { name: string; title: string; options: readonly (readonly [value: string, words: string])[] }

const kindsOf: Partial<Record<LearningTable, Filter['options']>> = {
  practices: [
    ['', 'All'],
    ['prompt', 'Prompts'],
    ['question', 'Choice questions'],
    ['exercise', 'Exercises'],
  ],
  answers: [
    ['', 'All'],
    ['wrong_option', 'Wrong options'],
    ['missed', 'Points missed'],
    ['marked', 'Points marked'],
  ],
}

const filtersOf = (name: LearningTable, { courses, languages, quizzes }: Data<'learningOverview'>): Filter[] => {
  if (name === 'funnel')
    return [{ name: 'quiz', title: 'Quiz', options: [['', 'All'], ...quizzes.map((id) => [id, id] as const)] }]
  const kinds = kindsOf[name]
  return [
    {
      name: 'course',
      title: 'Course',
      options: [['', 'All'], ...courses.map(({ id, title }) => [id, title] as const)],
    },
    { name: 'language', title: 'Language', options: [['', 'All'], ...languages.map((code) => [code, code] as const)] },
    ...(kinds ? [{ name: 'kind', title: 'Kind', options: kinds }] : []),
  ]
}

function Table({ name, overview }: { name: LearningTable; overview: Data<'learningOverview'> }) {
  const { sort, columns, read, empty } = learningTable(name)
  const filters = filtersOf(name, overview)
  const table = useTable({ sort, filters: filters.map((filter) => filter.name) })
  const result = useQuery({
    queryKey: ['learning', name, table.query],
    queryFn: () => read(table.query),
    placeholderData: keepPreviousData,
  })
  const { sort: _sort, direction: _direction, page: _page, ...set } = table.query
  return (
    <>
      <div className={`${layout.cluster} ${layout.spread}`}>
        <h2>{titles[name]}</h2>
        <a className={layout.button} href={addressOf('exportLearning', { table: name }, set)}>
          CSV
        </a>
      </div>
      <DataTable
        caption={titles[name]}
        table={table}
        result={result}
        columns={columns}
        keyOf={(row) => Object.values(row).slice(0, 5).join(' ')}
        filters={filters.map((filter) => (
          <label key={filter.name} className={layout.field}>
            {filter.title}
            <select
              value={table.filter(filter.name)}
              onChange={(event) => table.setFilter(filter.name, event.currentTarget.value)}
            >
              {filter.options.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        ))}
        empty={empty}
      />
    </>
  )
}
