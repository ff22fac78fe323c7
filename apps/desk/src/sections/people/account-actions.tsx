import { useState } from 'react'
import { useLocation } from 'wouter'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { TextInput } from '../../components/text-box.tsx'
import layout from '../../components/layout.module.css'
import { call, type Data, saveFile, textIn } from '../../lib/call.ts'

type Person = Data<'viewPerson'>
type Kind = 'block' | 'unblock' | 'export' | 'look'

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
  look: {
    title: 'Look with the learner’s code',
    confirm: 'Look',
    text: 'In their account, under “Let support look”, learners make a code that lets you read their progress, answers, prompts and settings for an hour. They see it, and can end it.',
  },
} as const

/** What staff can do with the whole account: block, unblock, export, look with the learner’s code. */
export function AccountActions({ person, onDone }: { person: Person; onDone: () => Promise<unknown> }) {
  const [open, setOpen] = useState<Kind | null>(null)
  const [, navigate] = useLocation()
  const params = { userId: person.id }
  const run = (kind: Kind, reason: string, code: string): Promise<unknown> => {
    if (kind === 'look') return call('enterSupportCode', { params, body: { code, reason } })
    if (kind === 'export') return saveFile('exportPerson', { params, body: { reason } })
    return call(kind === 'block' ? 'blockPerson' : 'unblockPerson', { params, body: { reason } })
  }
  return (
    <>
      {([person.blockedAt === null ? 'block' : 'unblock', 'export', 'look'] as const).map((kind) => (
        <button key={kind} type="button" className={layout.button} onClick={() => setOpen(kind)}>
          {{ block: 'Block', unblock: 'Unblock', export: 'Export data', look: 'Support view' }[kind]}
        </button>
      ))}
      {open ? (
        <ActionDialog
          title={questions[open].title}
          confirm={questions[open].confirm}
          isDangerous={open === 'block'}
          onClose={() => setOpen(null)}
          run={async (form) => {
            await run(open, textIn(form, 'reason'), textIn(form, 'code'))
            if (open === 'look') navigate(`/people/${person.id}/view`)
            else await onDone()
          }}
        >
          <p>{questions[open].text}</p>
          {open === 'look' ? (
            <label className={layout.field}>
              Code
              <TextInput name="code" required limit={40} autoComplete="off" spellCheck={false} />
            </label>
          ) : null}
        </ActionDialog>
      ) : null}
    </>
  )
}
