import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import type { EventEndpoint, EventKind } from '@kitewise/contract/outgoing-events'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { Stack } from '../../../components/layout.tsx'
import { call } from '../../../lib/api-client.ts'
import { toast } from '../../../lib/toast.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useTeamAction } from '../use-team-action.ts'
import { Confirmed } from './confirmed.tsx'
import { Copyable } from './copyable.tsx'
import { Deliveries } from './deliveries.tsx'
import { KindChoice } from './new-receiver.tsx'
import styles from './team.module.css'

type ReceiverProps = { team: OwnOrganization; receiver: EventEndpoint }

/** What an owner can change about a receiver, and what was sent to it. */
export function ReceiverSettings({ team, receiver }: ReceiverProps) {
  const t = useTranslations('teamEvents')
  const [isLogOpen, setLogOpen] = useState(false)
  return (
    <div>
      <Disclosure summary={t('settings')}>
        <Stack gap={24}>
          <Changes team={team} receiver={receiver} />
          {receiver.type === 'webhook' && <Rotation team={team} receiver={receiver} />}
          <Removal team={team} receiver={receiver} />
        </Stack>
      </Disclosure>
      <Disclosure summary={t('deliveries')}>
        {isLogOpen ? (
          <Deliveries team={team} receiver={receiver} />
        ) : (
          <Button variant="secondary" width="fit" onClick={() => setLogOpen(true)}>
            {t('showDeliveries')}
          </Button>
        )}
      </Disclosure>
    </div>
  )
}

const Changes = ({ team, receiver }: ReceiverProps) => {
  const t = useTranslations('teamEvents')
  const [kinds, setKinds] = useState<readonly EventKind[]>(receiver.kinds)
  const isPaused = receiver.pausedBecause !== null
  const { run: change, isBusy } = useTeamAction(
    team.id,
    async (changed: { kinds: readonly EventKind[]; isPaused: boolean }) => {
      await call('PUT /api/organizations/{organizationId}/event-endpoints/{endpointId}', {
        params: { organizationId: team.id, endpointId: receiver.id },
        body: { kinds: [...changed.kinds], isPaused: changed.isPaused },
      })
      toast.success(t('saved'))
    },
  )
  const isChanged = kinds.length !== receiver.kinds.length || kinds.some((kind) => !receiver.kinds.includes(kind))
  return (
    <Stack gap={16}>
      <KindChoice type={receiver.type} kinds={kinds} onChange={setKinds} />
      <Button
        variant="secondary"
        width="fit"
        disabled={!isChanged || kinds.length === 0}
        isBusy={isBusy}
        onClick={() => change({ kinds, isPaused })}
      >
        {t('save')}
      </Button>
      <Stack gap={8}>
        <Button
          variant="secondary"
          width="fit"
          isBusy={isBusy}
          onClick={() => change({ kinds: receiver.kinds, isPaused: !isPaused })}
        >
          {t(isPaused ? 'goOn' : 'pause')}
        </Button>
        <p className={styles.soft}>{t(isPaused ? 'goOnNote' : 'pauseNote')}</p>
      </Stack>
    </Stack>
  )
}

const Rotation = ({ team, receiver }: ReceiverProps) => {
  const t = useTranslations('teamEvents')
  const day = useDateInSentence()
  const [secret, setSecret] = useState<string | null>(null)
  const { run: rotate, isBusy } = useTeamAction(team.id, async () => {
    const made = await call('POST /api/organizations/{organizationId}/event-endpoints/{endpointId}/secret', {
      params: { organizationId: team.id, endpointId: receiver.id },
    })
    setSecret(made.secret)
  })
  return (
    <Stack gap={8}>
      {secret !== null && (
        <>
          <p role="status">{t('secretOnce')}</p>
          <Copyable label={t('secret')} value={secret} />
        </>
      )}
      {receiver.earlierSecretUntil !== null && <p>{t('earlierSecret', { date: day(receiver.earlierSecretUntil) })}</p>}
      <Button variant="secondary" width="fit" isBusy={isBusy} onClick={() => rotate()}>
        {t('rotate')}
      </Button>
      <p className={styles.soft}>{t('rotateNote')}</p>
    </Stack>
  )
}

const Removal = ({ team, receiver }: ReceiverProps) => {
  const t = useTranslations('teamEvents')
  const { run, isBusy } = useTeamAction(team.id, () =>
    call('DELETE /api/organizations/{organizationId}/event-endpoints/{endpointId}', {
      params: { organizationId: team.id, endpointId: receiver.id },
    }),
  )
  return (
    <Confirmed
      label={t('remove')}
      note={t('removeNote')}
      confirmLabel={t('removeNow')}
      isBusy={isBusy}
      onConfirm={() => run()}
    />
  )
}
