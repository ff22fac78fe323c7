import * as textLimits from '@kitewise/contract/typed/text-limits'
import type { OrganizationGroup, OwnOrganization } from '@kitewise/contract/organization-entities'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Stack } from '../../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { Select } from '../../../components/select.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { call } from '../../../lib/api-client.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useRead } from '../../../lib/use-read.ts'
import { assignmentsQuery, groupsQuery, overdueQuery } from '../api.ts'
import { useTeamAction, useTeamError } from '../use-team-action.ts'
import { TeamSkeleton } from './team.tsx'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './team.module.css'

type GroupsProps = { team: OwnOrganization; courses: readonly { id: string; title: string }[] }

/** Groups, the courses they should finish, and who is late. */
export function Groups({ team, courses }: GroupsProps) {
  const t = useTranslations('teamGroups')
  const errorText = useTeamError()
  const { data: groups, error, isBusy, retry } = useRead(groupsQuery(team.id))
  if (!groups && error)
    return <ErrorView message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
  if (!groups) return <TeamSkeleton />
  const isOwner = team.permissions.includes('settings')
  return (
    <Stack gap="sections">
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('title')}</h2>
        {groups.length === 0 ? (
          <EmptyView title={t('none')} message={t(isOwner ? 'noneNote' : 'noneOfYours')} />
        ) : (
          <GroupRows team={team} groups={groups} />
        )}
        {isOwner && <NewGroup team={team} />}
      </Stack>
      {groups.length > 0 && <Assignments team={team} groups={groups} courses={courses} />}
      {groups.length > 0 && <Overdue team={team} />}
    </Stack>
  )
}

const GroupRows = ({ team, groups }: { team: OwnOrganization; groups: readonly OrganizationGroup[] }) => {
  const t = useTranslations('teamGroups')
  const [openId, setOpenId] = useState<string | null>(null)
  const open = groups.find(({ id }) => id === openId)
  const isOwner = team.permissions.includes('settings')
  return (
    <Card padding="none">
      <ul className={styles.rows}>
        {groups.map((group) => (
          <li key={group.id}>
            <button
              type="button"
              className={styles.row}
              aria-haspopup="dialog"
              disabled={!isOwner}
              onClick={() => setOpenId(group.id)}
            >
              <OwnText className={styles.strong}>{group.name}</OwnText>
              <span className={styles.facts}>
                <span>{t('members', { count: group.members })}</span>
                <span>{t('assignments', { count: group.assignments })}</span>
              </span>
              {isOwner && <Icon name="chevronRight" />}
            </button>
          </li>
        ))}
      </ul>
      {open && <GroupSheet team={team} group={open} onClose={() => setOpenId(null)} />}
    </Card>
  )
}

type GroupSheetProps = { team: OwnOrganization; group: OrganizationGroup; onClose: () => void }

const GroupSheet = ({ team, group, onClose }: GroupSheetProps) => {
  const t = useTranslations('teamGroups')
  const [name, setName] = useState(group.name)
  const [isAsked, setAsked] = useState(false)
  const params = { organizationId: team.id, groupId: group.id }
  const { run: rename, isBusy: isRenaming } = useTeamAction(team.id, async () => {
    await call('PUT /api/organizations/{organizationId}/groups/{groupId}', { params, body: { name: name.trim() } })
    onClose()
  })
  const { run: remove, isBusy: isRemoving } = useTeamAction(team.id, async () => {
    await call('DELETE /api/organizations/{organizationId}/groups/{groupId}', { params })
    onClose()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') rename()
  }
  return (
    <Sheet isOpen onClose={onClose} title={group.name}>
      <Stack gap={24}>
        <Stack as="form" gap={12} onSubmit={submit}>
          <Field
            label={t('name')}
            value={name}
            limit={textLimits.groupName}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" variant="secondary" disabled={name.trim() === ''} isBusy={isRenaming}>
            {t('rename')}
          </Button>
        </Stack>
        {isAsked ? (
          <Stack gap={8}>
            <p>{t('deleteNote')}</p>
            <Button variant="danger" isBusy={isRemoving} onClick={() => remove()}>
              {t('deleteNow')}
            </Button>
          </Stack>
        ) : (
          <Button variant="quiet" onClick={() => setAsked(true)}>
            {t('delete')}
          </Button>
        )}
      </Stack>
    </Sheet>
  )
}

const NewGroup = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamGroups')
  const [name, setName] = useState('')
  const { run, isBusy } = useTeamAction(team.id, async () => {
    await call('POST /api/organizations/{organizationId}/groups', {
      params: { organizationId: team.id },
      body: { name: name.trim() },
    })
    setName('')
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') run()
  }
  return (
    <Stack as="form" gap={12} onSubmit={submit}>
      <Field
        label={t('newGroup')}
        value={name}
        limit={textLimits.groupName}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="secondary" width="fit" disabled={name.trim() === ''} isBusy={isBusy}>
        {t('create')}
      </Button>
    </Stack>
  )
}

type AssignmentsProps = GroupsProps & { groups: readonly OrganizationGroup[] }

const Assignments = ({ team, groups, courses }: AssignmentsProps) => {
  const t = useTranslations('teamGroups')
  const day = useDateInSentence()
  const { data: assignments = [] } = useRead(assignmentsQuery(team.id))
  const { run: takeBack, isBusy } = useTeamAction(team.id, (assignmentId: string) =>
    call('DELETE /api/organizations/{organizationId}/assignments/{assignmentId}', {
      params: { organizationId: team.id, assignmentId },
    }),
  )
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('assigned')}</h2>
      {assignments.length > 0 && (
        <Card padding="none">
          <ul className={styles.rows}>
            {assignments.map(({ id, course, group, dueOn, isOverdue, members, finished }) => (
              <li key={id} className={styles.row}>
                <div className={styles.who}>
                  <span className={styles.strong}>{course}</span>
                  <span className={styles.soft}>{t('forGroup', { group, date: day(Date.parse(dueOn) / 1000) })}</span>
                </div>
                <span className={styles.facts}>
                  <span>{t('finishedOf', { finished, members })}</span>
                  {isOverdue && finished < members && <Badge tone="bad">{t('late')}</Badge>}
                </span>
                <Button variant="quiet" width="fit" isBusy={isBusy} onClick={() => takeBack(id)}>
                  {t('takeBack')}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <NewAssignment team={team} groups={groups} courses={courses} />
    </Stack>
  )
}

const NewAssignment = ({ team, groups, courses }: AssignmentsProps) => {
  const t = useTranslations('teamGroups')
  const [groupId, setGroupId] = useState(groups[0]?.id ?? '')
  const [courseId, setCourseId] = useState(courses[0]?.id ?? '')
  const [dueOn, setDueOn] = useState('')
  const { run, isBusy } = useTeamAction(team.id, async () => {
    await call('POST /api/organizations/{organizationId}/assignments', {
      params: { organizationId: team.id },
      body: { groupId, courseId, dueOn },
    })
    setDueOn('')
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (dueOn !== '') run()
  }
  return (
    <Card gap={16}>
      <Stack as="form" gap={16} onSubmit={submit}>
        <div className={styles.choices}>
          <Select
            label={t('group')}
            value={groupId}
            options={groups.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setGroupId(event.target.value)}
          />
          <Select
            label={t('course')}
            value={courseId}
            options={courses.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(event) => setCourseId(event.target.value)}
          />
          <Field label={t('due')} type="date" value={dueOn} onChange={(event) => setDueOn(event.target.value)} />
        </div>
        <Button type="submit" width="fit" disabled={dueOn === ''} isBusy={isBusy}>
          {t('assign')}
        </Button>
      </Stack>
    </Card>
  )
}

const Overdue = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamGroups')
  const day = useDateInSentence()
  const { data } = useRead(overdueQuery(team.id))
  if (data === undefined) return null
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('overdue')}</h2>
      {data.length === 0 ? (
        <p className={styles.soft}>{t('nobodyLate')}</p>
      ) : (
        <Card padding="none">
          <ul className={styles.rows}>
            {data.map(({ userId, name, email, group, courseId, course, dueOn, lessons, lessonsOfCourse }) => (
              <li key={`${userId} ${courseId}`} className={styles.row}>
                <div className={styles.who}>
                  <OwnText className={styles.strong}>{name ?? email}</OwnText>
                  <span className={styles.soft}>{t('forGroup', { group, date: day(Date.parse(dueOn) / 1000) })}</span>
                </div>
                <span className={styles.facts}>
                  <span>{course}</span>
                  <span>{t('lessonsOf', { lessons, of: lessonsOfCourse })}</span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Stack>
  )
}
