import * as textLimits from '@kitewise/contract/typed/text-limits'
import { type Role, roles } from '@kitewise/contract/desk'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { TextInput } from '../../components/text-box.tsx'
import layout from '../../components/layout.module.css'
import { Page } from '../../components/page.tsx'
import { useTable } from '../../components/use-table.ts'
import { call, type Data, queryOf, textIn } from '../../lib/call.ts'
import { formatMoment } from '../../lib/format.ts'
import { useMe } from '../../lib/use-me.ts'

type Member = Data<'listStaff'>['rows'][number]
type Dialog = { kind: 'invite' } | { kind: 'role' | 'remove' | 'link'; member: Member }

/** Who works at the desk, and with which role. */
export function StaffPage() {
  const table = useTable({ sort: 'name', direction: 'asc' })
  const queries = useQueryClient()
  const { data: me } = useMe()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [enrolment, setEnrolment] = useState<(Data<'inviteStaff'> & { name: string }) | null>(null)
  const result = useQuery({
    queryKey: ['listStaff', table.query],
    queryFn: () => call('listStaff', { query: queryOf<'listStaff'>(table.query) }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Staff"
      actions={
        <button
          type="button"
          className={`${layout.button} ${layout.primary}`}
          onClick={() => setDialog({ kind: 'invite' })}
        >
          Invite
        </button>
      }
    >
      {enrolment ? <EnrolmentLink enrolment={enrolment} /> : null}
      <DataTable
        caption="Staff"
        table={table}
        result={result}
        columns={columnsFor(setDialog)}
        keyOf={({ id }) => id}
        empty="Nobody works here yet."
      />
      {dialog ? (
        <StaffDialog
          dialog={dialog}
          onClose={() => setDialog(null)}
          onEnrolment={setEnrolment}
          onDone={() =>
            queries.invalidateQueries({
              queryKey: dialog.kind !== 'invite' && dialog.member.id === me?.id ? undefined : ['listStaff'],
            })
          }
        />
      ) : null}
    </Page>
  )
}

const columnsFor = (act: (dialog: Dialog) => void): Column<Member>[] => [
  { title: 'Name', sort: 'name', cell: (member) => member.name },
  { title: 'Email', cell: (member) => member.email },
  { title: 'Role', sort: 'role', cell: (member) => <span className={layout.tag}>{member.role}</span> },
  { title: 'Status', cell: statusOf },
  { title: 'Last sign-in', sort: 'lastSignInAt', cell: (member) => formatMoment(member.lastSignInAt) },
  {
    title: 'Actions',
    cell: (member) => (
      <div className={layout.cluster}>
        {(['role', 'link', 'remove'] as const).map((kind) => (
          <button key={kind} type="button" className={layout.button} onClick={() => act({ kind, member })}>
            {{ role: 'Change role', link: 'New link', remove: 'Remove' }[kind]}
          </button>
        ))}
      </div>
    ),
  },
]

const statusOf = ({ enrolledAt, isLocked, passkeys }: Member) => {
  if (enrolledAt === null) return <span className={layout.tag}>Invited</span>
  if (isLocked) return <span className={`${layout.tag} ${layout.bad}`}>Recovery codes locked</span>
  return (
    <span className={`${layout.tag} ${layout.good}`}>
      {passkeys} {passkeys === 1 ? 'passkey' : 'passkeys'}
    </span>
  )
}

function EnrolmentLink({
  enrolment: { name, link, expiresAt },
}: {
  enrolment: Data<'inviteStaff'> & { name: string }
}) {
  return (
    <section className={layout.card} role="status">
      <h2>
        Link for <bdi>{name}</bdi>
      </h2>
      <p>
        Send it in a way that only <bdi>{name}</bdi> can read. It works once, until {formatMoment(expiresAt)}.
      </p>
      <TextInput aria-label="Link" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
    </section>
  )
}

type DialogParts = {
  dialog: Dialog
  onClose: () => void
  onDone: () => Promise<unknown>
  onEnrolment: (enrolment: Data<'inviteStaff'> & { name: string }) => void
}

function StaffDialog({ dialog, onClose, onDone, onEnrolment }: DialogParts) {
  const act = (action: (text: (field: string) => string) => Promise<unknown>) => async (form: FormData) => {
    await action((field) => textIn(form, field))
    await onDone()
  }
  if (dialog.kind === 'invite') return <InviteDialog onClose={onClose} act={act} onEnrolment={onEnrolment} />
  const { kind, member } = dialog
  const params = { staffId: member.id }
  if (kind === 'role')
    return (
      <ActionDialog
        title={`Change the role of ${member.name}`}
        confirm="Change"
        onClose={onClose}
        run={act((text) =>
          call('changeStaffRole', { params, body: { role: roleIn(text('role')), reason: text('reason') } }),
        )}
      >
        <RoleField role={member.role} />
        <p className={layout.soft}>Ends the sessions of {member.name}.</p>
      </ActionDialog>
    )
  if (kind === 'link')
    return (
      <ActionDialog
        title={`New link for ${member.name}`}
        confirm="Make the link"
        onClose={onClose}
        run={act(async (text) =>
          onEnrolment({
            ...(await call('renewEnrolment', { params, body: { reason: text('reason') } })),
            name: member.name,
          }),
        )}
      >
        <p>
          For a lost device. When the link is used, all passkeys, codes and sessions of <bdi>{member.name}</bdi> end.
        </p>
      </ActionDialog>
    )
  return (
    <ActionDialog
      title={`Remove ${member.name}?`}
      confirm="Remove"
      isDangerous
      onClose={onClose}
      run={act((text) => call('removeStaff', { params, body: { reason: text('reason') } }))}
    >
      <p>Every way in ends at once. The audit log keeps the name.</p>
    </ActionDialog>
  )
}

type InviteParts = Pick<DialogParts, 'onClose' | 'onEnrolment'> & {
  act: (action: (text: (field: string) => string) => Promise<unknown>) => (form: FormData) => Promise<unknown>
}

function InviteDialog({ onClose, onEnrolment, act }: InviteParts) {
  return (
    <ActionDialog
      title="Invite to the desk"
      confirm="Make the link"
      onClose={onClose}
      run={act(async (text) => {
        const body = { name: text('name'), email: text('email'), role: roleIn(text('role')), reason: text('reason') }
        onEnrolment({ ...(await call('inviteStaff', { body })), name: body.name })
      })}
    >
      <label className={layout.field}>
        Name
        <TextInput name="name" required limit={textLimits.staffName} />
      </label>
      <label className={layout.field}>
        Email
        <TextInput name="email" type="email" required />
      </label>
      <RoleField />
    </ActionDialog>
  )
}

/** The browser only sends what the options allow; the server checks it again. */
const roleIn = (value: string): Role => roles.find((role) => role === value) ?? 'support'

function RoleField({ role = 'support' }: { role?: Role }) {
  return (
    <label className={layout.field}>
      Role
      <select name="role" defaultValue={role}>
        {roles.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}
