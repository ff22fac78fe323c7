import type { ApiKey } from '@kitewise/contract/api-key-endpoints'
import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Cluster, Stack } from '../../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { PinAgainSheet, usePinAgain } from '../../../components/pin-again-sheet.tsx'
import { call } from '../../../lib/api-client.ts'
import { toast } from '../../../lib/toast.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useRead } from '../../../lib/use-read.ts'
import { apiKeysQuery } from '../api.ts'
import { useTeamAction, useTeamError } from '../use-team-action.ts'
import { Confirmed } from './confirmed.tsx'
import { Copyable } from './copyable.tsx'
import { NewKey, scopeTexts } from './new-key.tsx'
import { TeamSkeleton } from './team.tsx'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './team.module.css'

/** For owners: the keys with which the organization's own programs call the public API. */
export function Keys({ team }: { team: OwnOrganization }) {
  const t = useTranslations('teamKeys')
  const errorText = useTeamError()
  const { data, error, isBusy, retry } = useRead(apiKeysQuery(team.id))
  if (!data && error) return <ErrorView message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
  if (!data) return <TeamSkeleton />
  return (
    <Stack gap="sections">
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('title')}</h2>
        <p>
          {t('note')} {/* A page of the server, outside the app. */}
          <a href="/docs?api=organizations" target="_blank" rel="noreferrer">
            {t('reference')}
          </a>
        </p>
        {data.length === 0 ? (
          <EmptyView title={t('none')} message={t('noneNote')} />
        ) : (
          data.map((key) => <Key key={key.id} team={team} apiKey={key} />)
        )}
      </Stack>
      <NewKey team={team} />
    </Stack>
  )
}

type KeyProps = { team: OwnOrganization; apiKey: ApiKey }

const Key = ({ team, apiKey }: KeyProps) => (
  <Card gap={16}>
    <Stack gap={8}>
      <Cluster gap={8}>
        <OwnText as="h3" className={styles.address}>
          {apiKey.name}
        </OwnText>
        <code className={styles.soft}>kw_live_…{apiKey.hint}</code>
        <EndsSoon expiresAt={apiKey.expiresAt} />
      </Cluster>
      <Facts apiKey={apiKey} />
    </Stack>
    <KeyActions team={team} apiKey={apiKey} />
  </Card>
)

const soonSeconds = 14 * 86_400

const EndsSoon = ({ expiresAt }: { expiresAt: number }) => {
  const t = useTranslations('teamKeys')
  const [openedAt] = useState(Date.now)
  return expiresAt - openedAt / 1000 < soonSeconds ? <Badge tone="bad">{t('endsSoon')}</Badge> : null
}

const Facts = ({ apiKey }: { apiKey: ApiKey }) => {
  const t = useTranslations('teamKeys')
  const day = useDateInSentence()
  const { scopes, createdAt, createdBy, expiresAt, lastUsedAt, requestsPerMinute } = apiKey
  const facts = [
    [
      t('made'),
      createdBy === null
        ? t('madeByNobody', { date: day(createdAt) })
        : t('madeBy', { date: day(createdAt), email: createdBy }),
    ],
    [t('expires'), day(expiresAt)],
    [t('used'), lastUsedAt === null ? t('unused') : day(lastUsedAt)],
    [t('limit'), t('perMinute', { count: requestsPerMinute })],
  ]
  return (
    <>
      <ul className={styles.list}>
        {scopes.map((scope) => (
          <li key={scope}>{t(`scopes.${scopeTexts[scope]}`)}</li>
        ))}
      </ul>
      <dl className={styles.values}>
        {facts.map(([label, value]) => (
          <div key={label} className={styles.value}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const useKeyActions = ({ team, apiKey }: KeyProps) => {
  const t = useTranslations('teamKeys')
  const pinAgain = usePinAgain()
  const [secret, setSecret] = useState<string | null>(null)
  const params = { organizationId: team.id, keyId: apiKey.id }
  const { run: rotate, isBusy: isRotating } = useTeamAction(team.id, async () => {
    const made = await pinAgain.run(() =>
      call('POST /api/organizations/{organizationId}/api-keys/{keyId}/rotate', { params }),
    )
    if (made !== null) setSecret(made.secret)
  })
  const { run: revoke, isBusy: isRevoking } = useTeamAction(team.id, async () => {
    const done = await pinAgain.run(() =>
      call('DELETE /api/organizations/{organizationId}/api-keys/{keyId}', { params }),
    )
    if (done !== null) toast.success(t('revoked'))
  })
  return { secret, rotate, isRotating, revoke, isRevoking, sheet: pinAgain.sheet }
}

const KeyActions = (props: KeyProps) => {
  const t = useTranslations('teamKeys')
  const day = useDateInSentence()
  const { secret, rotate, isRotating, revoke, isRevoking, sheet } = useKeyActions(props)
  const { oldSecretEndsAt } = props.apiKey
  return (
    <>
      {secret !== null && (
        <Stack gap={8}>
          <p role="status">{t('keyOnce')}</p>
          <Copyable label={t('key')} value={secret} />
        </Stack>
      )}
      {oldSecretEndsAt !== null && <p>{t('earlier', { date: day(oldSecretEndsAt) })}</p>}
      <Stack gap={8}>
        <Button variant="secondary" width="fit" isBusy={isRotating} onClick={() => rotate()}>
          {t('rotate')}
        </Button>
        <p className={styles.soft}>{t('rotateNote')}</p>
      </Stack>
      <Confirmed
        label={t('revoke')}
        note={t('revokeNote')}
        confirmLabel={t('revokeNow')}
        isBusy={isRevoking}
        onConfirm={() => revoke()}
      />
      <PinAgainSheet {...sheet} />
    </>
  )
}
