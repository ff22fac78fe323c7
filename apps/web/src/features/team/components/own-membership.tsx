import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Stack } from '../../../components/layout.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { Switch } from '../../../components/switch.tsx'
import { call } from '../../../lib/api-client.ts'
import { paths } from '../../../lib/paths.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useTeamAction } from '../use-team-action.ts'
import styles from './team.module.css'

/** What a member has and shares: the seat, assigned courses, what managers see, and the way out. */
export function OwnMembership({ team }: { team: OwnOrganization }) {
  const t = useTranslations('team')
  const day = useDateInSentence()
  const { seat, accessUntil, group, assignments, name } = team
  return (
    <Stack gap={24}>
      <Card gap={8}>
        <p>
          {seat === 'taken' && accessUntil !== null && t('seatUntil', { organization: name, date: day(accessUntil) })}
          {seat === 'taken' && accessUntil === null && t('seatOver', { organization: name })}
          {seat === 'waiting' && t('seatWaiting', { organization: name })}
          {seat === 'none' && t('seatNone', { organization: name })}
        </p>
        {group !== null && <p className={styles.soft}>{t('yourGroup', { group })}</p>}
      </Card>
      {assignments.length > 0 && (
        <Stack as="section" gap={8}>
          <h2 className={styles.heading}>{t('assigned')}</h2>
          <Card padding="none">
            <ul className={styles.rows}>
              {assignments.map(({ courseId, course, dueOn, isFinished }) => (
                <li key={courseId} className={styles.row}>
                  <div className={styles.who}>
                    <Link to={paths.course(courseId)}>{course}</Link>
                    <span className={styles.soft}>{t('dueOn', { date: day(Date.parse(dueOn) / 1000) })}</span>
                  </div>
                  {isFinished && <Badge tone="good">{t('finished')}</Badge>}
                </li>
              ))}
            </ul>
          </Card>
        </Stack>
      )}
      <WhatManagersSee />
      <Leave team={team} />
    </Stack>
  )
}

/** The same words before joining and afterwards. */
export function WhatManagersSee() {
  const t = useTranslations('team.shared')
  return (
    <Card tone="sunken" gap={12}>
      <h2 className={styles.heading}>{t('title')}</h2>
      <ul className={styles.list}>
        <li>{t('who')}</li>
        <li>{t('progress')}</li>
        <li>{t('certificates')}</li>
      </ul>
      <p className={styles.strong}>{t('never')}</p>
      <p className={styles.soft}>{t('store')}</p>
    </Card>
  )
}

/** Whether the weekly email about overdue courses comes. */
export function DigestSwitch({ team }: { team: OwnOrganization }) {
  const t = useTranslations('team')
  const { run, isBusy } = useTeamAction(team.id, (wantsDigest: boolean) =>
    call('PUT /api/organizations/{organizationId}/membership', {
      params: { organizationId: team.id },
      body: { wantsDigest },
    }),
  )
  return <Switch label={t('digest')} isOn={team.wantsDigest} isBusy={isBusy} onChange={run} />
}

/** Leaving asks once, and says what stays. */
export function Leave({ team }: { team: OwnOrganization }) {
  const t = useTranslations('team')
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy } = useTeamAction(team.id, async () => {
    await call('DELETE /api/organizations/{organizationId}/membership', { params: { organizationId: team.id } })
    setOpen(false)
  })
  return (
    <>
      <Button variant="quiet" width="fit" onClick={() => setOpen(true)}>
        {t('leave')}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('leaveTitle', { organization: team.name })}
        footer={
          <Button variant="danger" isBusy={isBusy} onClick={() => run()}>
            {t('leave')}
          </Button>
        }
      >
        <p>{t('leaveNote')}</p>
      </Sheet>
    </>
  )
}
