import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import type { EventDelivery, EventEndpoint } from '@kitewise/contract/outgoing-events'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Cluster, Stack } from '../../../components/layout.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { Select } from '../../../components/select.tsx'
import { call } from '../../../lib/api-client.ts'
import { toast } from '../../../lib/toast.ts'
import { useRead } from '../../../lib/use-read.ts'
import { deliveriesQuery } from '../api.ts'
import { useTeamAction, useTeamError } from '../use-team-action.ts'
import { Pages } from './people-list.tsx'
import { TeamSkeleton } from './team.tsx'
import styles from './team.module.css'

const deliveryStates = ['waiting', 'delivered', 'dead'] as const satisfies readonly EventDelivery['state'][]

type DeliveriesProps = { team: OwnOrganization; receiver: EventEndpoint }

/** What was sent in the last 30 days, and how it was answered. */
export function Deliveries({ team, receiver }: DeliveriesProps) {
  const t = useTranslations('teamEvents')
  const errorText = useTeamError()
  const [state, setState] = useState<EventDelivery['state'] | null>(null)
  const [page, setPage] = useState(1)
  const { data, error, isBusy, retry } = useRead(deliveriesQuery(team.id, receiver.id, { state, page }))
  const { replay, isReplaying } = useReplay(team, receiver)
  if (!data && error) return <ErrorView message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
  if (!data) return <TeamSkeleton />
  return (
    <Stack gap={12}>
      <Select
        label={t('show')}
        value={state ?? ''}
        options={[
          { value: '', label: t('all') },
          ...deliveryStates.map((value) => ({ value, label: t(`states.${value}`) })),
        ]}
        onChange={(event) => {
          setState(deliveryStates.find((value) => value === event.target.value) ?? null)
          setPage(1)
        }}
      />
      {data.rows.length === 0 && <p className={styles.soft}>{t('noDeliveries')}</p>}
      <ul className={styles.rows}>
        {data.rows.map((delivery) => (
          <li key={delivery.eventId} className={styles.delivery}>
            <Delivery delivery={delivery} />
            <Button variant="quiet" width="fit" isBusy={isReplaying} onClick={() => replay(delivery.eventId)}>
              {t('sendAgain')}
            </Button>
          </li>
        ))}
      </ul>
      <Pages page={page} total={data.total} onChange={setPage} />
      {receiver.dead > 0 && (
        <Button variant="secondary" width="fit" isBusy={isReplaying} onClick={() => replay(null)}>
          {t('sendAllAgain')}
        </Button>
      )}
    </Stack>
  )
}

const useReplay = (team: OwnOrganization, receiver: EventEndpoint) => {
  const t = useTranslations('teamEvents')
  const { run: replay, isBusy: isReplaying } = useTeamAction(team.id, async (eventId: string | null) => {
    const { replayed } = await call('POST /api/organizations/{organizationId}/event-endpoints/{endpointId}/replay', {
      params: { organizationId: team.id, endpointId: receiver.id },
      body: { eventId },
    })
    toast.success(t('replayed', { count: replayed }))
  })
  return { replay, isReplaying }
}

const tones = { waiting: 'plain', delivered: 'good', dead: 'bad' } as const

const Delivery = ({ delivery }: { delivery: EventDelivery }) => {
  const t = useTranslations('teamEvents')
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  const moment = (seconds: number): string => format.format(seconds * 1000)
  const { kind, at, state, attempts, lastStatus, lastError, nextAt } = delivery
  return (
    <div className={styles.who}>
      <Cluster gap={8}>
        <code className={styles.strong}>{kind}</code>
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      </Cluster>
      <span className={styles.soft}>
        {[
          moment(at),
          t('attempts', { count: attempts }),
          lastStatus !== null && t('answered', { status: lastStatus }),
          nextAt !== null && t('next', { date: moment(nextAt) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {lastError !== null && lastError !== '' && <span className={styles.code}>{lastError}</span>}
    </div>
  )
}
