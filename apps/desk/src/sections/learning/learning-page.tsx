import { type LearningTable, learningTables } from '@kitewise/contract/desk'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { Filter } from '../../components/filters.tsx'
import layout from '../../components/layout.module.css'
import { Failure, Loading, Page, Tabs } from '../../components/page.tsx'
import { QueriedTable } from '../../components/queried-table.tsx'
import { call, type Data, queryOf, saveFile, sentenceOf } from '../../lib/call.ts'
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

const kindsOf: Partial<Record<LearningTable, (readonly [value: string, words: string])[]>> = {
  practices: [
    ['prompt', 'Prompts'],
    ['question', 'Choice questions'],
    ['exercise', 'Exercises'],
  ],
  answers: [
    ['wrong_option', 'Wrong options'],
    ['missed', 'Points missed'],
    ['marked', 'Points marked'],
  ],
}

const filtersOf = (name: LearningTable, { courses, languages, quizzes }: Data<'learningOverview'>): Filter[] => {
  if (name === 'funnel') return [{ name: 'quiz', title: 'Quiz', kind: 'choice', options: quizzes }]
  const kinds = kindsOf[name]
  return [
    {
      name: 'course',
      title: 'Course',
      kind: 'choice',
      options: courses.map(({ id, title }) => [id, title]),
    },
    { name: 'language', title: 'Language', kind: 'choice', options: languages },
    ...(kinds ? [{ name: 'kind', title: 'Kind', kind: 'choice' as const, options: kinds }] : []),
  ]
}

function Table({ name, overview }: { name: LearningTable; overview: Data<'learningOverview'> }) {
  const { sort, columns, read, empty } = learningTable(name)
  return (
    <QueriedTable
      name={`learning ${name}`}
      caption={titles[name]}
      sort={sort}
      filters={filtersOf(name, overview)}
      heading={{
        title: titles[name],
        csv: (filters) =>
          saveFile('exportLearning', { params: { table: name }, query: queryOf<'exportLearning'>(filters) }),
      }}
      read={read}
      columns={columns}
      keyOf={(row) => Object.values(row).slice(0, 5).join(' ')}
      empty={empty}
    />
  )
}
