import { organizationPageSize } from '@kitewise/contract/choices'
import type { OrganizationPerson, OwnOrganization } from '@kitewise/contract/organization-entities'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Stack } from '../../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { Select } from '../../../components/select.tsx'
import { call } from '../../../lib/api-client.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useRead } from '../../../lib/use-read.ts'
import { groupsQuery, peopleQuery, type PeopleQuestion } from '../api.ts'
import { useTeamAction, useTeamError } from '../use-team-action.ts'
import { PersonSheet } from './person-sheet.tsx'
import { TeamSkeleton } from './team.tsx'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './team.module.css'

const sorts = [
  'name asc',
  'lastDay desc',
  'lastDay asc',
  'daysLearned desc',
  'lessons desc',
  'overdue desc',
  'joined desc',
] as const

const firstQuestion: PeopleQuestion = { search: '', groupId: '', seat: '', sort: 'name asc', page: 1 }

/** The team's people with their progress; the server searches, sorts and pages. */
export function PeopleList({ team }: { team: OwnOrganization }) {
  const t = useTranslations('teamPeople')
  const errorText = useTeamError()
  const [question, setQuestion] = useState(firstQuestion)
  const [openId, setOpenId] = useState<string | null>(null)
  const asked = useDeferredValue(question)
  const { data, error, isBusy, retry } = useRead(peopleQuery(team.id, asked))
  const ask = (change: Partial<PeopleQuestion>): void => setQuestion({ ...question, page: 1, ...change })
  const isAsking = asked.search !== '' || asked.groupId !== '' || asked.seat !== ''
  const open = data?.rows.find(({ userId }) => userId === openId)
  return (
    <Stack as="section" gap={16}>
      <h2 className={styles.heading}>{t('title')}</h2>
      <Filters team={team} question={question} onAsk={ask} />
      {!data && error && <ErrorView message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />}
      {!data && !error && <TeamSkeleton />}
      {data?.rows.length === 0 && (
        <EmptyView title={t(isAsking ? 'noMatch' : 'nobody')} message={t(isAsking ? 'noMatchNote' : 'nobodyNote')} />
      )}
      {data !== undefined && data.rows.length > 0 && (
        <>
          <p className={styles.soft} role="status">
            {t('count', { count: data.total })}
          </p>
          <Card padding="none">
            <ul className={styles.rows}>
              {data.rows.map((person) => (
                <li key={person.userId}>
                  <PersonRow person={person} onOpen={() => setOpenId(person.userId)} />
                </li>
              ))}
            </ul>
          </Card>
          <Pages page={question.page} total={data.total} onChange={(page) => ask({ page })} />
          <Export team={team} groupId={question.groupId} />
        </>
      )}
      {open && <PersonSheet team={team} person={open} onClose={() => setOpenId(null)} />}
    </Stack>
  )
}

type FiltersProps = {
  team: OwnOrganization
  question: PeopleQuestion
  onAsk: (change: Partial<PeopleQuestion>) => void
}

const Filters = ({ team, question, onAsk }: FiltersProps) => {
  const t = useTranslations('teamPeople')
  const { data: groups = [] } = useRead(groupsQuery(team.id))
  return (
    <div className={styles.filters} role="search">
      <Field
        label={t('search')}
        type="search"
        value={question.search}
        limit={100}
        autoComplete="off"
        onChange={(event) => onAsk({ search: event.target.value })}
      />
      {groups.length > 0 && (
        <Select
          label={t('group')}
          value={question.groupId}
          options={[
            { value: '', label: t('allGroups') },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => onAsk({ groupId: event.target.value })}
        />
      )}
      <Select
        label={t('seat')}
        value={question.seat}
        options={[
          { value: '', label: t('anySeat') },
          { value: 'taken', label: t('seatTaken') },
          { value: 'waiting', label: t('seatWaiting') },
          { value: 'none', label: t('seatNone') },
        ]}
        onChange={(event) => onAsk({ seat: event.target.value })}
      />
      <Select
        label={t('sort')}
        value={question.sort}
        options={sorts.map((value) => ({ value, label: t(`sortBy.${value.replace(' ', '_') as SortKey}`) }))}
        onChange={(event) => onAsk({ sort: event.target.value })}
      />
    </div>
  )
}

type SortKey =
  | 'name_asc'
  | 'lastDay_desc'
  | 'lastDay_asc'
  | 'daysLearned_desc'
  | 'lessons_desc'
  | 'overdue_desc'
  | 'joined_desc'

const PersonRow = ({ person, onOpen }: { person: OrganizationPerson; onOpen: () => void }) => {
  const t = useTranslations('teamPeople')
  const { name, email, group, role, seat, daysLearned, lessons, certificates, overdue } = person
  return (
    <button type="button" className={styles.row} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles.who}>
        <OwnText className={styles.strong}>{name ?? email}</OwnText>
        <span className={styles.soft}>
          {[name === null ? null : email, group, role === 'member' ? null : t(`roles.${role}`)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className={styles.facts}>
        <span>{t('days', { count: daysLearned })}</span>
        <span>{t('lessons', { count: lessons })}</span>
        <span>{t('certificates', { count: certificates })}</span>
        {seat === 'waiting' && <Badge tone="tail">{t('seatWaiting')}</Badge>}
        {seat === 'none' && <Badge>{t('seatNone')}</Badge>}
        {overdue > 0 && <Badge tone="bad">{t('overdue', { count: overdue })}</Badge>}
      </span>
      <Icon name="chevronRight" />
    </button>
  )
}

type PagesProps = { page: number; total: number; onChange: (page: number) => void }

/** Forward and back through the pages of a list; nothing for a single page. */
export function Pages({ page, total, onChange }: PagesProps) {
  const t = useTranslations('team')
  const last = Math.ceil(total / organizationPageSize)
  if (last < 2) return null
  return (
    <div className={styles.pages}>
      <Button variant="secondary" width="fit" disabled={page === 1} onClick={() => onChange(page - 1)}>
        {t('pageBack')}
      </Button>
      <span className={styles.soft}>{t('page', { page, last })}</span>
      <Button variant="secondary" width="fit" disabled={page === last} onClick={() => onChange(page + 1)}>
        {t('pageOn')}
      </Button>
    </div>
  )
}

const Export = ({ team, groupId }: { team: OwnOrganization; groupId: string }) => {
  const t = useTranslations('teamPeople')
  const { run, isBusy } = useTeamAction(team.id, async () => {
    const { fileName, csv } = await call('GET /api/organizations/{organizationId}/people/export', {
      params: { organizationId: team.id },
      query: groupId === '' ? {} : { groupId },
    })
    saveFile(fileName, csv, 'text/csv')
  })
  return (
    <Button variant="secondary" width="fit" isBusy={isBusy} onClick={() => run()}>
      {t('export')}
    </Button>
  )
}
