import { jobStates, mailStates } from '@kitewise/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { ActionDialog } from '../../components/action-dialog.tsx'
import type { Column } from '../../components/data-table.tsx'
import layout from '../../components/layout.module.css'
import { Page } from '../../components/page.tsx'
import { QueriedTable } from '../../components/queried-table.tsx'
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

const Jobs = ({ ask }: { ask: Ask }) => (
  <QueriedTable
    name="listJobs"
    caption="Jobs"
    sort="createdAt"
    prefix="jobs-"
    filters={[
      { name: 'state', title: 'State', kind: 'choice', options: jobStates },
      { name: 'name', title: 'Job', kind: 'search' },
    ]}
    read={(query) => call('listJobs', { query: queryOf<'listJobs'>(query) })}
    columns={jobColumns(ask)}
    keyOf={({ id }) => id}
    empty="No jobs are waiting."
  />
)

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

const Mails = ({ ask }: { ask: Ask }) => (
  <QueriedTable
    name="listMails"
    caption="Emails"
    sort="createdAt"
    prefix="mails-"
    filters={[
      { name: 'state', title: 'State', kind: 'choice', options: mailStates },
      { name: 'template', title: 'Template', kind: 'search' },
      { name: 'to', title: 'Address', kind: 'search' },
    ]}
    read={(query) => call('listMails', { query: queryOf<'listMails'>(query) })}
    columns={mailColumns(ask)}
    keyOf={({ id }) => id}
    empty="No emails match."
  />
)

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

const ProviderEvents = ({ ask }: { ask: Ask }) => (
  <QueriedTable
    name="listProviderEvents"
    caption="Events of the payment provider"
    sort="receivedAt"
    prefix="events-"
    filters={[
      { name: 'type', title: 'Type', kind: 'search' },
      { name: 'subscriptionId', title: 'Subscription', kind: 'search' },
    ]}
    read={(query) => call('listProviderEvents', { query: queryOf<'listProviderEvents'>(query) })}
    columns={eventColumns(ask)}
    keyOf={({ id }) => id}
    empty="No events match."
  />
)
