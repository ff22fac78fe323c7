import { organizationRoles } from '@kitewise/contract/choices'
import type { OrganizationPerson, OrganizationRole, OwnOrganization } from '@kitewise/contract/organization-entities'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { Stack } from '../../../components/layout.tsx'
import { Select } from '../../../components/select.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { call } from '../../../lib/api-client.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useRead } from '../../../lib/use-read.ts'
import { groupsQuery } from '../api.ts'
import { useTeamAction } from '../use-team-action.ts'
import styles from './team.module.css'

type PersonProps = { team: OwnOrganization; person: OrganizationPerson }

/** One person: progress, group, seat, role, and removal, as far as the role of the signed-in person goes. */
export function PersonSheet({ team, person, onClose }: PersonProps & { onClose: () => void }) {
  return (
    <Sheet isOpen onClose={onClose} title={person.name ?? person.email}>
      <Stack gap={24}>
        <Progress person={person} />
        <GroupChoice team={team} person={person} />
        {team.permissions.includes('settings') && <RoleChoice team={team} person={person} />}
        <Seat team={team} person={person} />
        <Removal team={team} person={person} onRemoved={onClose} />
      </Stack>
    </Sheet>
  )
}

const Progress = ({ person }: { person: OrganizationPerson }) => {
  const t = useTranslations('teamPeople')
  const day = useDateInSentence()
  const { email, joinedAt, lastDay, daysLearned, lessons, courses, certificates, overdue } = person
  const facts = [
    [t('email'), email],
    [t('joined'), day(joinedAt)],
    [t('lastDay'), lastDay === null ? t('notYet') : day(Date.parse(lastDay) / 1000)],
    [t('daysLearned'), daysLearned],
    [t('lessonsDone'), lessons],
    [t('coursesDone'), courses],
    [t('certificatesDone'), certificates],
    [t('overdueNow'), overdue],
  ] as const
  return (
    <dl className={styles.values}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.value}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const GroupChoice = ({ team, person }: PersonProps) => {
  const t = useTranslations('teamPeople')
  const { data: groups = [] } = useRead(groupsQuery(team.id))
  const { run, isBusy } = useTeamAction(team.id, (groupId: string | null) =>
    call('PUT /api/organizations/{organizationId}/people/{userId}/group', {
      params: { organizationId: team.id, userId: person.userId },
      body: { groupId },
    }),
  )
  if (groups.length === 0) return null
  return (
    <Select
      label={t('group')}
      value={person.groupId ?? ''}
      disabled={isBusy}
      options={[{ value: '', label: t('noGroup') }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(event) => run(event.target.value === '' ? null : event.target.value)}
    />
  )
}

/** A manager is one of certain groups, so role and groups are saved together. */
const RoleChoice = ({ team, person }: PersonProps) => {
  const t = useTranslations('teamPeople')
  const { data: groups = [] } = useRead(groupsQuery(team.id))
  const [role, setRole] = useState<OrganizationRole>(person.role)
  const [manages, setManages] = useState(person.manages)
  const { run, isBusy } = useTeamAction(team.id, () =>
    call('PUT /api/organizations/{organizationId}/people/{userId}/role', {
      params: { organizationId: team.id, userId: person.userId },
      body: { role, manages },
    }),
  )
  const isChanged =
    role !== person.role || (role === 'manager' && manages.toSorted().join() !== person.manages.toSorted().join())
  return (
    <Stack gap={12}>
      <Select
        label={t('role')}
        hint={t(`roleNotes.${role}`)}
        value={role}
        options={organizationRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        onChange={(event) => setRole(organizationRoles.find((one) => one === event.target.value) ?? role)}
      />
      {role === 'manager' &&
        groups.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            isChecked={manages.includes(id)}
            onChange={(isOn) => setManages(isOn ? [...manages, id] : manages.filter((one) => one !== id))}
          />
        ))}
      {isChanged && (
        <Button variant="secondary" isBusy={isBusy} onClick={() => run()}>
          {t('saveRole')}
        </Button>
      )}
    </Stack>
  )
}

const Seat = ({ team, person }: PersonProps) => {
  const t = useTranslations('teamPeople')
  const params = { organizationId: team.id, userId: person.userId }
  const { run: give, isBusy: isGiving } = useTeamAction(team.id, () =>
    call('POST /api/organizations/{organizationId}/people/{userId}/seat', { params }),
  )
  const { run: free, isBusy: isFreeing } = useTeamAction(team.id, () =>
    call('DELETE /api/organizations/{organizationId}/people/{userId}/seat', { params }),
  )
  return (
    <Stack gap={8}>
      <p>{t(`seatNotes.${person.seat}`)}</p>
      {person.seat !== 'taken' && (
        <Button variant="secondary" isBusy={isGiving} onClick={() => give()}>
          {t('giveSeat')}
        </Button>
      )}
      {person.seat !== 'none' && (
        <Button variant="quiet" isBusy={isFreeing} onClick={() => free()}>
          {t(person.seat === 'taken' ? 'freeSeat' : 'stopWaiting')}
        </Button>
      )}
    </Stack>
  )
}

const Removal = ({ team, person, onRemoved }: PersonProps & { onRemoved: () => void }) => {
  const t = useTranslations('teamPeople')
  const [isAsked, setAsked] = useState(false)
  const { run, isBusy } = useTeamAction(team.id, async () => {
    await call('DELETE /api/organizations/{organizationId}/people/{userId}', {
      params: { organizationId: team.id, userId: person.userId },
    })
    onRemoved()
  })
  if (!isAsked)
    return (
      <Button variant="quiet" onClick={() => setAsked(true)}>
        {t('remove')}
      </Button>
    )
  return (
    <Stack gap={8}>
      <p>{t('removeNote')}</p>
      <Button variant="danger" isBusy={isBusy} onClick={() => run()}>
        {t('removeNow')}
      </Button>
    </Stack>
  )
}
