import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { type Filter, Filters, TableHeading } from '../../components/filters.tsx'
import layout from '../../components/layout.module.css'
import { useTable } from '../../components/use-table.ts'
import { call, type Data, queryOf, saveFile } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'

type Answer = Data<'contentFindings'>
type Row = Answer['rows'][number]

const askAgainMs = 2_000

/** What `kitewise content check` says about the files as they are now. */
export function Findings() {
  const table = useTable({
    sort: 'file',
    direction: 'asc',
    filters: ['level', 'course', 'language', 'rule', 'text'],
  })
  const result = useQuery({
    queryKey: ['contentFindings', table.query],
    queryFn: () => call('contentFindings', { query: queryOf<'contentFindings'>(table.query) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Authors come back from their editor.
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.check.isRunning && !state.error ? askAgainMs : false),
  })
  const check = result.data?.check
  return (
    <>
      <TableHeading
        title="Findings"
        csv={() => saveFile('exportFindings', { query: queryOf<'exportFindings'>(table.filters) })}
      />
      <p role="status">{check ? <CheckState check={check} /> : null}</p>
      <DataTable
        caption="Findings"
        table={table}
        result={result}
        columns={columns}
        keyOf={({ number }) => number}
        filters={<Filters table={table} filters={filtersOf(check)} />}
        empty={emptyWords(check)}
      />
    </>
  )
}

const emptyWords = (check: Answer['check'] | undefined): string => {
  if (check?.at === null) return 'Nothing is known yet.'
  return check?.errors === 0 && check.warnings === 0 ? 'The check found nothing.' : 'No finding fits the filters.'
}

function CheckState({ check: { at, isRunning, errors, warnings } }: { check: Answer['check'] }) {
  const running = 'Checking the files now. All of them take a while; this page follows.'
  if (at === null) return <>{running}</>
  return (
    <>
      <span className={`${layout.tag} ${errors > 0 ? layout.bad : layout.good}`}>{counted(errors, 'error')}</span>{' '}
      <span className={layout.tag}>{counted(warnings, 'warning')}</span> Checked on {formatMoment(at)}
      {isRunning ? `. A file has changed since. ${running}` : ', and no file has changed since.'}
    </>
  )
}

const counted = (count: number, word: string): string =>
  `${count.toLocaleString('en-GB')} ${word}${count === 1 ? '' : 's'}`

const filtersOf = (check: Answer['check'] | undefined): Filter[] => [
  {
    name: 'level',
    title: 'Level',
    kind: 'choice',
    options: [
      ['error', 'Errors'],
      ['warning', 'Warnings'],
    ],
  },
  { name: 'course', title: 'Course', kind: 'choice', options: check?.courses ?? [] },
  { name: 'language', title: 'Language', kind: 'choice', options: check?.languages ?? [] },
  { name: 'rule', title: 'Rule', kind: 'choice', options: check?.rules ?? [] },
  { name: 'text', title: 'File or message', kind: 'search' },
]

/** To the draft, whose folder is in the path of the file. */
function LessonLink({ row: { lesson, course, file, language } }: { row: Row }) {
  const [, , , , folder = ''] = file.split('/')
  if (lesson === '') return <>–</>
  const place = new URLSearchParams({ show: 'preview', course, lesson: folder, language: language || 'en' })
  return <Link href={`/content?${place}`}>{lesson}</Link>
}

const columns: Column<Row>[] = [
  {
    title: 'Level',
    sort: 'level',
    cell: ({ level }) => <span className={`${layout.tag} ${level === 'error' ? layout.bad : ''}`}>{level}</span>,
  },
  {
    title: 'Message',
    sort: 'message',
    cell: ({ message, fix }) => (
      <>
        {message}
        <br />
        <small className={layout.soft}>{fix}</small>
      </>
    ),
  },
  { title: 'Course', sort: 'course', cell: ({ course }) => course || '–' },
  { title: 'Lesson', sort: 'lesson', cell: (row) => <LessonLink row={row} /> },
  { title: 'Language', sort: 'language', cell: ({ language }) => language || '–' },
  { title: 'Rule', sort: 'rule', cell: ({ rule }) => rule },
  {
    title: 'File',
    sort: 'file',
    cell: ({ file, line }) => <code>{`${file.replace(/^[^/]+\//, '')}:${line}`}</code>,
  },
]
