import { useState } from 'react'
import { ActionDialog } from '../../components/action-dialog.tsx'
import layout from '../../components/layout.module.css'
import { call, type Data, saveFile, textIn } from '../../lib/call.ts'

type Person = Data<'viewPerson'>
type Kind = 'block' | 'unblock' | 'export'

const questions = {
  block: {
    title: 'Block this person?',
    confirm: 'Block',
    text: 'All sessions end and signing in is refused, with the way to our support. Plans end with their period, unpaid ones at once, because who can’t sign in can’t cancel. Nothing is deleted. Cancellations, withdrawals and requests about personal data still count: answer them in the inbox.',
  },
  unblock: {
    title: 'Unblock this person?',
    confirm: 'Unblock',
    text: 'Signing in works again. Plans that were ended don’t continue by themselves.',
  },
  export: {
    title: 'Export the data of this person',
    confirm: 'Download',
    text: 'The same file that learners can download, with everything they have written. Hand it only to them. Ten a day.',
  },
} as const

/** What staff can do with the whole account: block, unblock, export. */
export function AccountActions({ person, onDone }: { person: Person; onDone: () => Promise<unknown> }) {
  const [open, setOpen] = useState<Kind | null>(null)
  const params = { userId: person.id }
  const run = (kind: Kind, reason: string): Promise<unknown> => {
    if (kind === 'export') return saveFile('exportPerson', { params, body: { reason } })
    return call(kind === 'block' ? 'blockPerson' : 'unblockPerson', { params, body: { reason } })
  }
  return (
    <>
      {([person.blockedAt === null ? 'block' : 'unblock', 'export'] as const).map((kind) => (
        <button key={kind} type="button" className={layout.button} onClick={() => setOpen(kind)}>
          {{ block: 'Block', unblock: 'Unblock', export: 'Export data' }[kind]}
        </button>
      ))}
      {open ? (
        <ActionDialog
          title={questions[open].title}
          confirm={questions[open].confirm}
          isDangerous={open === 'block'}
          onClose={() => setOpen(null)}
          run={async (form) => {
            await run(open, textIn(form, 'reason'))
            await onDone()
          }}
        >
          <p>{questions[open].text}</p>
        </ActionDialog>
      ) : null}
    </>
  )
}
