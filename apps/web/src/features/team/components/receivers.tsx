import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import type { EventEndpoint } from '@kitewise/contract/outgoing-events'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Cluster, Stack } from '../../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { call } from '../../../lib/api-client.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useRead } from '../../../lib/use-read.ts'
import { receiversQuery } from '../api.ts'
import { useTeamAction, useTeamError } from '../use-team-action.ts'
import { NewReceiver } from './new-receiver.tsx'
import { ReceiverSettings } from './receiver-settings.tsx'
import { TeamSkeleton } from './team.tsx'
import styles from './team.module.css'

/** For owners: where events of the organization are sent, and how that goes. */
export function Receivers({ team }: { team: OwnOrganization }) {
  const t = useTranslations('teamEvents')
  const errorText = useTeamError()
  const { data, error, isBusy, retry } = useRead(receiversQuery(team.id))
  if (!data && error) return <ErrorView message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
  if (!data) return <TeamSkeleton />
  return (
    <Stack gap="sections">
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('title')}</h2>
        <p>{t('note')}</p>
        {data.length === 0 ? (
          <EmptyView title={t('none')} message={t('noneNote')} />
        ) : (
          data.map((receiver) => <Receiver key={receiver.id} team={team} receiver={receiver} />)
        )}
      </Stack>
      <NewReceiver team={team} />
    </Stack>
  )
}

type ReceiverProps = { team: OwnOrganization; receiver: EventEndpoint }

const Receiver = ({ team, receiver }: ReceiverProps) => {
  const t = useTranslations('teamEvents')
  const { type, url, waiting, dead } = receiver
  return (
    <Card gap={16}>
      <Stack gap={8}>
        <h3 className={styles.address} translate="no">
          {url}
        </h3>
        <Cluster gap={8} className={styles.soft}>
          <State receiver={receiver} />
          <span>
            {[
              t(`types.${type}`),
              waiting > 0 && t('waiting', { count: waiting }),
              dead > 0 && t('dead', { count: dead }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </Cluster>
        {receiver.pausedBecause !== null && <p>{t(`paused.${receiver.pausedBecause}`)}</p>}
      </Stack>
      <TestReceiver team={team} receiver={receiver} />
      <ReceiverSettings team={team} receiver={receiver} />
    </Card>
  )
}

const State = ({ receiver: { pausedBecause, failingSince } }: { receiver: EventEndpoint }) => {
  const t = useTranslations('teamEvents')
  const day = useDateInSentence()
  if (pausedBecause !== null) return <Badge tone={pausedBecause === 'owner' ? 'plain' : 'bad'}>{t('isPaused')}</Badge>
  if (failingSince !== null) return <Badge tone="bad">{t('failing', { date: day(failingSince) })}</Badge>
  return <Badge tone="good">{t('fine')}</Badge>
}

type TestAnswer = { isDelivered: boolean; status: number | null; error: string | null }

const TestReceiver = ({ team, receiver }: ReceiverProps) => {
  const t = useTranslations('teamEvents')
  const [answer, setAnswer] = useState<TestAnswer | null>(null)
  const { run, isBusy } = useTeamAction(team.id, async () => {
    setAnswer(null)
    const tested = await call('POST /api/organizations/{organizationId}/event-endpoints/{endpointId}/test', {
      params: { organizationId: team.id, endpointId: receiver.id },
    })
    setAnswer(tested)
  })
  return (
    <Stack gap={8}>
      <Button variant="secondary" width="fit" isBusy={isBusy} onClick={() => run()}>
        {t('test')}
      </Button>
      <div role="status">{answer && <Answer answer={answer} />}</div>
    </Stack>
  )
}

const Answer = ({ answer: { isDelivered, status, error } }: { answer: TestAnswer }) => {
  const t = useTranslations('teamEvents')
  return (
    <Stack gap={4}>
      <p>
        {t(isDelivered ? 'testWorks' : 'testFailed')} {status === null ? t('noAnswer') : t('answered', { status })}
      </p>
      {error !== null && error !== '' && <p className={styles.code}>{error}</p>}
    </Stack>
  )
}
