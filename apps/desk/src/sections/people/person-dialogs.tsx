import * as textLimits from '@kitewise/contract/typed/text-limits'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { TextInput } from '../../components/text-box.tsx'
import layout from '../../components/layout.module.css'
import { call, type Data, textIn } from '../../lib/call.ts'

type Person = Data<'viewPerson'>

/** What staff want to do to a person. */
export type Act =
  | { kind: 'pin' | 'sessions' | 'access' | 'name' | 'erase' }
  | { kind: 'mail'; mail: Person['mails'][number] }
  | { kind: 'cancel' | 'resume'; plan: Person['subscriptions'][number] }

type Parts = { act: Act; person: Person; onClose: () => void; onDone: () => Promise<unknown> }

/** The question before an action on a person. */
export function PersonDialog({ act, person, onClose, onDone }: Parts) {
  const [, navigate] = useLocation()
  const { title, confirm, content, run, isDangerous } = describe(act, person)
  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      isDangerous={isDangerous}
      onClose={onClose}
      run={async (form, attempt) => {
        await run(form, textIn(form, 'reason'), attempt)
        if (act.kind === 'erase') navigate('/people')
        else await onDone()
      }}
    >
      {content}
    </ActionDialog>
  )
}

type Description = {
  title: string
  confirm: string
  content: ReactNode
  isDangerous?: boolean
  run: (form: FormData, reason: string, attempt: string) => Promise<unknown>
}

const describe = (act: Act, person: Person): Description => {
  const params = { userId: person.id }
  switch (act.kind) {
    case 'pin':
      return {
        title: 'Send a PIN link',
        confirm: 'Send',
        content: <p>To {person.email}. At most three an hour are sent to one address.</p>,
        run: (_form, reason) => call('sendPinLink', { params, body: { reason } }),
      }
    case 'sessions':
      return {
        title: 'End all sessions?',
        confirm: 'End them',
        content: <p>Every device is signed out and counts as unknown. Progress stays.</p>,
        run: (_form, reason) => call('endPersonsSessions', { params, body: { reason } }),
      }
    case 'mail':
      return {
        title: `Send “${act.mail.template.replaceAll('_', ' ')}” again`,
        confirm: 'Send',
        content: <p>To {person.email}, with new links.</p>,
        run: (_form, reason, attempt) =>
          call('resendPersonsMail', { params: { ...params, mailId: act.mail.id }, body: { attempt, reason } }),
      }
    case 'resume':
      return {
        title: 'Let the plan continue?',
        confirm: 'Continue the plan',
        content: <p>It renews at the end of its period.</p>,
        run: (_form, reason) =>
          call('resumePersonsPlan', { params: { ...params, subscriptionId: act.plan.id }, body: { reason } }),
      }
    case 'access':
    case 'name':
    case 'cancel':
    case 'erase':
      return describeForm(act, person)
    default:
      return act satisfies never
  }
}

/** Actions that ask for more than a reason. */
const describeForm = (act: Act, person: Person): Description => {
  const params = { userId: person.id }
  if (act.kind === 'access')
    return {
      title: 'Grant access',
      confirm: 'Grant',
      content: (
        <label className={layout.field}>
          Last day
          <input name="until" type="date" required />
          <small>At most 400 days ahead. Granting again moves the end. Nothing is charged.</small>
          <label>
            <input name="shorten" type="checkbox" value="yes" /> It may end earlier than a gift or an earlier grant; a
            past day ends it
          </label>
        </label>
      ),
      run: (form, reason) =>
        call('grantAccess', {
          params,
          body: { until: textIn(form, 'until'), shorten: textIn(form, 'shorten') === 'yes', reason },
        }),
    }
  if (act.kind === 'name')
    return {
      title: 'Correct the name on certificates',
      confirm: 'Correct',
      content: (
        <label className={layout.field}>
          Name
          <TextInput
            name="name"
            required
            limit={textLimits.certificateName}
            defaultValue={person.certificates[0]?.name}
          />
          <small>All certificates of a person show one name. Files that were downloaded before keep the old one.</small>
        </label>
      ),
      run: (form, reason) => call('correctCertificateName', { params, body: { name: textIn(form, 'name'), reason } }),
    }
  if (act.kind === 'cancel') return describeEnd(act.plan, params)
  return describeErasure(person)
}

const describeEnd = (plan: Person['subscriptions'][number], params: { userId: string }): Description => ({
  title: 'End the plan',
  confirm: 'End it',
  isDangerous: true,
  content: (
    <label className={layout.field}>
      When
      <select name="when">
        <option value="period_end">With its period</option>
        <option value="now">Now, with access</option>
      </select>
      <small>This refunds nothing.</small>
    </label>
  ),
  run: (form, reason) =>
    call('cancelPersonsPlan', {
      params: { ...params, subscriptionId: plan.id },
      body: { when: textIn(form, 'when') === 'now' ? 'now' : 'period_end', reason },
    }),
})

const describeErasure = (person: Person): Description => {
  const params = { userId: person.id }
  return {
    title: 'Erase this account?',
    confirm: 'Erase for good',
    isDangerous: true,
    content: (
      <>
        <p>Progress, certificates and payments go at once, also at the provider. Nothing brings them back.</p>
        <label className={layout.field}>
          Type the email address to confirm
          <TextInput name="email" type="email" required autoComplete="off" />
        </label>
      </>
    ),
    run: (form, reason) => call('erasePerson', { params, body: { email: textIn(form, 'email'), reason } }),
  }
}
