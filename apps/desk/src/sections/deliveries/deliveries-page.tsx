import { jobStates, mailStates } from '@kitewise/contract/desk'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import layout from '../../components/layout.module.css'
import { Page } from '../../components/page.tsx'
import { type Table, useTable } from '../../components/use-table.ts'
import { call, type Data, queryOf, textIn } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'

type Job = Data<'listJobs'>['rows'][number]
type Mail = Data<'listMails'>['rows'][number]
type ProviderEvent = Data<'listProviderEvents'>['rows'][number]

/** What to do after a question. */
type Question = {
  title: string
  confirm: string
  isDangerous?: boolean
  run: (reason: string, attempt: string) => Promise<unknown>
}
type Ask = (question: Question) => void

const views = { jobs: 'Jobs', mails: 'Emails', events: 'Payment provider' } as const
type View = keyof typeof views
const isView = (name: string): name is View => name in views

/** Jobs, emails, and events of the payment provider. */
export function DeliveriesPage() {
  const [params, setParams] = useSearchParams()
  const queries = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  const wanted = params.get('view') ?? ''
  const view = isView(wanted) ? wanted : 'jobs'
  return (
    <Page title="Deliveries">
      <nav aria-label="Kinds" className={layout.cluster}>
        {(Object.keys(views) as View[]).map((one) => (
          <button
            key={one}
            type="button"
            className={`${layout.button} ${one === view ? layout.primary : ''}`}
            aria-pressed={one === view}
            onClick={() => setParams({ view: one })}
          >
            {views[one]}
          </button>
        ))}
      </nav>
      {view === 'jobs' ? <Jobs ask={setQuestion} /> : null}
      {view === 'mails' ? <Mails ask={setQuestion} /> : null}
      {view === 'events' ? <ProviderEvents ask={setQuestion} /> : null}
      {question ? (
        <ActionDialog
          title={question.title}
          confirm={question.confirm}
          isDangerous={question.isDangerous ?? false}
          onClose={() => setQuestion(null)}
          run={async (form, attempt) => {
            await question.run(textIn(form, 'reason'), attempt)
            await queries.invalidateQueries()
          }}
        />
      ) : null}
    </Page>
  )
}

const Choice = ({
  table,
  name,
  title,
  values,
}: {
  table: Table
  name: string
  title: string
  values: readonly string[]
}) => (
  <label className={layout.field}>
    {title}
    <select value={table.filter(name)} onChange={(event) => table.setFilter(name, event.currentTarget.value)}>
      <option value="">All</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {value.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  </label>
)

const Search = ({ table, name, title }: { table: Table; name: string; title: string }) => (
  <label className={layout.field}>
    {title}
    <input
      type="search"
      defaultValue={table.filter(name)}
      onBlur={(event) => table.setFilter(name, event.currentTarget.value.trim())}
    />
  </label>
)

const Act = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
  <button type="button" className={layout.button} onClick={onClick}>
    {children}
  </button>
)

const Tag = ({ words, isBad }: { words: string; isBad: boolean }) => (
  <span className={`${layout.tag} ${isBad ? layout.bad : ''}`}>{words.replaceAll('_', ' ')}</span>
)

const jobColumns = (ask: Ask): Column<Job>[] => [
  { title: 'Job', cell: ({ name }) => name },
  { title: 'State', cell: ({ state }) => <Tag words={state} isBad={state === 'failed' || state === 'given_up'} /> },
  { title: 'Attempts', sort: 'attempts', isNumber: true, cell: (job) => `${job.attempts} of ${job.mostAttempts}` },
  { title: 'Due', sort: 'runAt', cell: ({ runAt }) => formatMoment(runAt) },
  { title: 'Queued', sort: 'createdAt', cell: ({ createdAt }) => formatMoment(createdAt) },
  { title: 'Last error', cell: ({ lastError }) => lastError?.split('\n')[0] ?? '–' },
  {
    title: 'Actions',
    cell: ({ id, name, state }) =>
      state === 'running' ? null : (
        <span className={layout.cluster}>
          <Act
            onClick={() =>
              ask({
                title: `Run ${name} now`,
                confirm: 'Retry',
                run: (reason) => call('retryJob', { params: { jobId: id }, body: { reason } }),
              })
            }
          >
            Retry
          </Act>
          <Act
            onClick={() =>
              ask({
                title: `Drop ${name} without running it`,
                confirm: 'Drop',
                isDangerous: true,
                run: (reason) => call('dropJob', { params: { jobId: id }, body: { reason } }),
              })
            }
          >
            Drop
          </Act>
        </span>
      ),
  },
]

function Jobs({ ask }: { ask: Ask }) {
  const table = useTable({ sort: 'createdAt', filters: ['state', 'name'], prefix: 'jobs-' })
  const result = useQuery({
    queryKey: ['listJobs', table.query],
    queryFn: () => call('listJobs', { query: queryOf<'listJobs'>(table.query) }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataTable
      caption="Jobs"
      table={table}
      result={result}
      columns={jobColumns(ask)}
      keyOf={({ id }) => id}
      empty="No jobs are waiting."
      filters={
        <>
          <Choice table={table} name="state" title="State" values={jobStates} />
          <Search table={table} name="name" title="Job" />
        </>
      }
    />
  )
}

const isGood = (state: Mail['state']): boolean => state === 'queued' || state === 'sent' || state === 'not_needed'

const mailColumns = (ask: Ask): Column<Mail>[] => [
  { title: 'To', cell: ({ to }) => to },
  { title: 'Template', cell: ({ template, language }) => `${template} (${language})` },
  {
    title: 'State',
    cell: ({ state, status }) => <Tag words={status === null ? state : `${state}, ${status}`} isBad={!isGood(state)} />,
  },
  { title: 'Queued', cell: ({ createdAt }) => formatMoment(createdAt) },
  { title: 'Sent', cell: ({ sentAt }) => formatMoment(sentAt) },
  {
    title: 'Actions',
    cell: ({ id, template, state, suppressed }) => (
      <span className={layout.cluster}>
        {state === 'queued' || suppressed === 'bounce' ? null : (
          <Act
            onClick={() =>
              ask({
                title: `Send ${template} again`,
                confirm: 'Send again',
                run: (reason, attempt) => call('resendMail', { params: { mailId: id }, body: { reason, attempt } }),
              })
            }
          >
            Send again
          </Act>
        )}
        {suppressed === null ? null : (
          <Act
            onClick={() =>
              ask({
                title: `Mails to this address are stopped (${suppressed}). Let them go out again?`,
                confirm: 'Enable the address',
                run: (reason) => call('enableAddress', { params: { mailId: id }, body: { reason } }),
              })
            }
          >
            Enable the address
          </Act>
        )}
      </span>
    ),
  },
]

function Mails({ ask }: { ask: Ask }) {
  const table = useTable({ sort: 'createdAt', filters: ['state', 'template', 'to'], prefix: 'mails-' })
  const result = useQuery({
    queryKey: ['listMails', table.query],
    queryFn: () => call('listMails', { query: queryOf<'listMails'>(table.query) }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataTable
      caption="Emails"
      table={table}
      result={result}
      columns={mailColumns(ask)}
      keyOf={({ id }) => id}
      empty="No emails match."
      filters={
        <>
          <Choice table={table} name="state" title="State" values={mailStates} />
          <Search table={table} name="template" title="Template" />
          <Search table={table} name="to" title="Address" />
        </>
      }
    />
  )
}

const eventColumns = (ask: Ask): Column<ProviderEvent>[] => [
  { title: 'Event', cell: ({ id }) => <code>{id}</code> },
  { title: 'Type', cell: ({ type }) => type },
  { title: 'About', cell: ({ subscriptionId, sessionId }) => subscriptionId ?? sessionId ?? '–' },
  { title: 'Received', cell: ({ receivedAt }) => formatMoment(receivedAt) },
  {
    title: 'Actions',
    cell: ({ id, subscriptionId, sessionId }) =>
      subscriptionId === null && sessionId === null ? null : (
        <Act
          onClick={() =>
            ask({
              title: 'Read it from the provider again',
              confirm: 'Read again',
              run: (reason) => call('replayProviderEvent', { params: { eventId: id }, body: { reason } }),
            })
          }
        >
          Read again
        </Act>
      ),
  },
]

function ProviderEvents({ ask }: { ask: Ask }) {
  const table = useTable({ sort: 'receivedAt', filters: ['type', 'subscriptionId'], prefix: 'events-' })
  const result = useQuery({
    queryKey: ['listProviderEvents', table.query],
    queryFn: () => call('listProviderEvents', { query: queryOf<'listProviderEvents'>(table.query) }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataTable
      caption="Events of the payment provider"
      table={table}
      result={result}
      columns={eventColumns(ask)}
      keyOf={({ id }) => id}
      empty="No events match."
      filters={
        <>
          <Search table={table} name="type" title="Type" />
          <Search table={table} name="subscriptionId" title="Subscription" />
        </>
      }
    />
  )
}
