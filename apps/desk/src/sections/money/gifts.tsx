import * as textLimits from '@kitewise/contract/typed/text-limits'
import { giftStates } from '@kitewise/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { ActionDialog } from '../../components/action-dialog.tsx'
import type { Column } from '../../components/data-table.tsx'
import { TextInput } from '../../components/text-box.tsx'
import layout from '../../components/layout.module.css'
import { Page } from '../../components/page.tsx'
import { QueriedTable } from '../../components/queried-table.tsx'
import { call, type Data, queryOf, saveFile, textIn } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'

type Gift = Data<'listGifts'>['rows'][number]
type Act = { kind: 'create' } | { kind: 'void'; gift: Gift; isWholeBatch: boolean }

/** Codes that give access for some days, to give away. */
export function GiftsPage() {
  const client = useQueryClient()
  const [act, setAct] = useState<Act | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const reload = () => client.invalidateQueries({ queryKey: ['listGifts'] })
  return (
    <Page title="Gifts">
      <div className={layout.cluster}>
        <button
          type="button"
          className={`${layout.button} ${layout.primary}`}
          onClick={() => setAct({ kind: 'create' })}
        >
          Create gift codes
        </button>
      </div>
      {codes.length === 0 ? null : <NewCodes codes={codes} />}
      <QueriedTable
        name="listGifts"
        caption="Gift codes"
        sort="createdAt"
        filters={[
          { name: 'state', title: 'State', kind: 'choice', options: giftStates },
          { name: 'text', title: 'Note or who created it', kind: 'search' },
        ]}
        heading={{
          title: 'Codes',
          csv: (filters) => saveFile('exportGifts', { query: queryOf<'exportGifts'>(filters) }),
        }}
        read={(query) => call('listGifts', { query: queryOf<'listGifts'>(query) })}
        columns={columnsOf(setAct)}
        keyOf={({ id }) => id}
        empty="No gift codes."
      />
      {act?.kind === 'create' ? (
        <CreateDialog
          onClose={() => setAct(null)}
          onCreated={(created) => {
            setCodes(created)
            return reload()
          }}
        />
      ) : null}
      {act?.kind === 'void' ? <VoidDialog act={act} onClose={() => setAct(null)} onDone={reload} /> : null}
    </Page>
  )
}

const columnsOf = (onAct: (act: Act) => void): Column<Gift>[] => [
  { title: 'Created', sort: 'createdAt', cell: ({ createdAt }) => formatMoment(createdAt) },
  { title: 'Code', cell: ({ hint }) => <code>…{hint}</code> },
  { title: 'Note', cell: ({ note }) => note },
  { title: 'Days', sort: 'days', isNumber: true, cell: ({ days }) => String(days) },
  { title: 'Expires', sort: 'expiresAt', cell: ({ expiresAt }) => formatMoment(expiresAt) },
  { title: 'State', cell: ({ state }) => <span className={layout.tag}>{state}</span> },
  { title: 'Redeemed', sort: 'redeemedAt', cell: ({ redeemedAt }) => formatMoment(redeemedAt) },
  {
    title: 'Learner',
    cell: ({ redeemedBy }) => (redeemedBy === null ? '–' : <Link href={`/people/${redeemedBy}`}>Open</Link>),
  },
  { title: 'By', cell: ({ staffName }) => staffName },
  {
    title: 'Void',
    cell: (gift) =>
      gift.state === 'open' ? (
        <div className={layout.cluster}>
          <button
            type="button"
            className={layout.button}
            onClick={() => onAct({ kind: 'void', gift, isWholeBatch: false })}
          >
            This code
          </button>
          <button
            type="button"
            className={layout.button}
            onClick={() => onAct({ kind: 'void', gift, isWholeBatch: true })}
          >
            Its batch
          </button>
        </div>
      ) : null,
  },
]

const linkTo = (code: string): string => `${window.location.origin}/gift#${code}`

function NewCodes({ codes }: { codes: readonly string[] }) {
  const csv = ['code,link', ...codes.map((code) => `${code},${linkTo(code)}`)].join('\r\n')
  return (
    <section className={layout.card} aria-label="New codes">
      <h2>New codes</h2>
      <p>They aren’t stored and won’t be shown again. Copy them or keep the file before you leave this page.</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <a
        className={layout.button}
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${csv}\r\n`)}`}
        download="gift-codes.csv"
      >
        CSV
      </a>
    </section>
  )
}

type CreateParts = { onClose: () => void; onCreated: (codes: readonly string[]) => Promise<unknown> }

function CreateDialog({ onClose, onCreated }: CreateParts) {
  return (
    <ActionDialog
      title="Create gift codes"
      confirm="Create"
      onClose={onClose}
      run={async (form, attempt) => {
        const { codes } = await call('createGifts', {
          body: {
            attempt,
            count: Number(textIn(form, 'count')),
            days: Number(textIn(form, 'days')),
            lastDay: textIn(form, 'lastDay'),
            note: textIn(form, 'note'),
            reason: textIn(form, 'reason'),
          },
        })
        await onCreated(codes)
      }}
    >
      <label className={layout.field}>
        Number of codes
        <input name="count" type="number" required min={1} max={100} defaultValue={1} />
      </label>
      <label className={layout.field}>
        Days of access
        <input name="days" type="number" required min={7} max={365} defaultValue={30} />
        <small>From the day it is redeemed, or after access granted before. Nothing renews.</small>
      </label>
      <label className={layout.field}>
        Last day to redeem
        <input name="lastDay" type="date" required />
      </label>
      <label className={layout.field}>
        Note
        <TextInput name="note" required limit={textLimits.giftNote} />
        <small>What the codes are for. Learners don’t see it.</small>
      </label>
    </ActionDialog>
  )
}

type VoidParts = { act: Act & { kind: 'void' }; onClose: () => void; onDone: () => Promise<unknown> }

function VoidDialog({ act: { gift, isWholeBatch }, onClose, onDone }: VoidParts) {
  return (
    <ActionDialog
      title={isWholeBatch ? 'Void the batch?' : 'Void the code?'}
      confirm="Void"
      isDangerous
      onClose={onClose}
      run={async (form) => {
        const body = { reason: textIn(form, 'reason'), ...(isWholeBatch ? {} : { giftId: gift.id }) }
        await call('voidGifts', { params: { batchId: gift.batchId }, body })
        await onDone()
      }}
    >
      <p>
        {isWholeBatch
          ? `All open codes of “${gift.note}” become worthless.`
          : `The code that ends with ${gift.hint} becomes worthless.`}{' '}
        Redeemed codes stay.
      </p>
    </ActionDialog>
  )
}
