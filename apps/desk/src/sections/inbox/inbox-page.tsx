import { inboxKinds, inboxStates } from '@kitewise/contract/desk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Column } from '../../components/data-table.tsx'
import layout from '../../components/layout.module.css'
import { Page } from '../../components/page.tsx'
import { QueriedTable } from '../../components/queried-table.tsx'
import { call, type Data, queryOf, sentenceOf } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'
import { useMe } from '../../lib/use-me.ts'

type Row = Data<'listInbox'>['rows'][number]

/** A kind or state as words. */
export const wordsOf = (name: string): string => name.replaceAll('_', ' ')

const columns: Column<Row>[] = [
  { title: 'About', cell: ({ id, subject }) => <Link href={`/inbox/${id}`}>{subject}</Link> },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'State', cell: ({ state }) => <span className={layout.tag}>{wordsOf(state)}</span> },
  { title: 'Due', sort: 'dueAt', cell: (row) => <Due item={row} /> },
  { title: 'Received', sort: 'receivedAt', cell: ({ receivedAt }) => formatMoment(receivedAt) },
  { title: 'Language', cell: ({ language }) => language },
  { title: 'Owner', cell: ({ ownerName }) => ownerName ?? '–' },
]

const dayMs = 86_400_000

/** The legal deadline; marked when it is at most two days away. */
export function Due({ item: { dueAt, state } }: { item: Pick<Row, 'dueAt' | 'state'> }) {
  const [now] = useState(() => Date.now())
  if (dueAt === null || state === 'done') return <>{formatMoment(dueAt)}</>
  const left = dueAt - now
  const words = left < 0 ? `${formatMoment(dueAt)}, late` : formatMoment(dueAt)
  return left < 2 * dayMs ? <span className={`${layout.tag} ${layout.bad}`}>{words}</span> : <>{words}</>
}

/** What learners and visitors want: feedback, support requests, refunds, personal data, withdrawals. */
export function InboxPage() {
  const { data: me } = useMe()
  return (
    <Page title="Inbox" actions={<DigestSwitch />}>
      <QueriedTable
        name="listInbox"
        caption="Inbox"
        sort="receivedAt"
        filters={[
          { name: 'kind', title: 'Kind', kind: 'choice', options: inboxKinds },
          {
            name: 'state',
            title: 'State',
            kind: 'choice',
            all: 'Not done',
            options: inboxStates,
          },
          {
            name: 'owner',
            title: 'Owner',
            kind: 'choice',
            all: 'Anyone',
            options: [...(me ? [[me.id, 'Me'] as const] : []), ['none', 'Nobody']],
          },
        ]}
        read={(query) => call('listInbox', { query: queryOf<'listInbox'>(query) })}
        columns={columns}
        keyOf={({ id }) => id}
        empty="Nothing here."
      />
    </Page>
  )
}

/** Turns the own daily mail on or off. */
function DigestSwitch() {
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: ['readInboxSettings'], queryFn: () => call('readInboxSettings') })
  const save = useMutation({
    mutationFn: (digest: boolean) => call('saveInboxSettings', { body: { digest } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['readInboxSettings'] }),
  })
  if (!data) return null
  return (
    <>
      <label className={layout.cluster}>
        <input
          type="checkbox"
          checked={save.isPending ? save.variables : data.digest}
          disabled={save.isPending}
          onChange={(event) => save.mutate(event.currentTarget.checked)}
        />
        Daily mail about new items
      </label>
      {save.error ? (
        <p className={layout.error} role="alert">
          {sentenceOf(save.error)}
        </p>
      ) : null}
    </>
  )
}
