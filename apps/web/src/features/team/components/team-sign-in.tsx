import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import { useTranslations } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { Stack } from '../../../components/layout.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { useRead } from '../../../lib/use-read.ts'
import { signInSettingsQuery } from '../api.ts'
import { useTeamError } from '../use-team-action.ts'
import { Directory } from './directory.tsx'
import { Domains } from './domains.tsx'
import { Provider } from './provider.tsx'
import { TeamSkeleton } from './team.tsx'
import styles from './team.module.css'

/** For owners: domains to prove, the identity provider, and the directory. */
export function TeamSignIn({ team }: { team: OwnOrganization }) {
  const t = useTranslations('teamSignIn')
  const errorText = useTeamError()
  const { data, error, isBusy, retry } = useRead(signInSettingsQuery(team.id))
  if (!data && error) return <ErrorView message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
  if (!data) return <TeamSkeleton />
  const isProven = data.domains.some(({ state }) => state !== 'waiting')
  return (
    <Stack gap="sections">
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('domains')}</h2>
        <p>{t('domainsNote')}</p>
        <Domains team={team} domains={data.domains} />
      </Stack>
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('provider')}</h2>
        <p>{t('providerNote')}</p>
        <Card gap={20}>
          <Provider
            // Starts again with what is stored.
            key={`${data.provider?.issuer} ${data.provider?.clientId}`}
            team={team}
            settings={data}
            isProven={isProven}
          />
        </Card>
      </Stack>
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('directory')}</h2>
        <p>{t('directoryNote')}</p>
        <Card gap={20}>
          <Directory team={team} scim={data.scim} isProven={isProven} />
        </Card>
      </Stack>
    </Stack>
  )
}
