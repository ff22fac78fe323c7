import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Stack } from '../../../components/layout.tsx'
import { PinAgainSheet, usePinAgain } from '../../../components/pin-again-sheet.tsx'
import { call } from '../../../lib/api-client.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import type { SignInSettings } from '../api.ts'
import { useTeamAction } from '../use-team-action.ts'
import { Confirmed } from './confirmed.tsx'
import { Copyable } from './copyable.tsx'
import styles from './team.module.css'

type DirectoryProps = { team: OwnOrganization; scim: SignInSettings['scim']; isProven: boolean }

/** The address for the organization's directory (SCIM), and its token, which is shown once. */
export function Directory({ team, scim, isProven }: DirectoryProps) {
  const t = useTranslations('teamSignIn')
  const day = useDateInSentence()
  const dayOf = (moment: string): string => day(Date.parse(moment) / 1000)
  const hasToken = scim.tokens.length > 0
  return (
    <>
      <Copyable label={t('directoryAddress')} value={scim.address} />
      {hasToken && (
        <ul className={styles.list}>
          {scim.tokens.map(({ createdAt, lastUsedAt, endsAt }) => (
            <li key={createdAt}>
              {[
                t('tokenSince', { date: dayOf(createdAt) }),
                lastUsedAt === null ? t('tokenUnused') : t('tokenUsed', { date: dayOf(lastUsedAt) }),
                endsAt !== null && t('tokenUntil', { date: dayOf(endsAt) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {isProven || hasToken ? <NewToken team={team} hasToken={hasToken} /> : <p>{t('domainFirst')}</p>}
    </>
  )
}

const NewToken = ({ team, hasToken }: { team: OwnOrganization; hasToken: boolean }) => {
  const t = useTranslations('teamSignIn')
  const pinAgain = usePinAgain()
  const [token, setToken] = useState<string | null>(null)
  const params = { organizationId: team.id }
  const { run: create, isBusy: isCreating } = useTeamAction(team.id, async () => {
    const made = await pinAgain.run(() => call('POST /api/organizations/{organizationId}/scim-tokens', { params }))
    if (made !== null) setToken(made.token)
  })
  const { run: end, isBusy: isEnding } = useTeamAction(team.id, async () => {
    const ended = await pinAgain.run(() => call('DELETE /api/organizations/{organizationId}/scim-tokens', { params }))
    if (ended !== null) setToken(null)
  })
  return (
    <>
      {token !== null && (
        <Stack gap={8}>
          <p role="status">{t('tokenOnce')}</p>
          <Copyable label={t('token')} value={token} />
        </Stack>
      )}
      <Stack gap={8}>
        <Button variant="secondary" width="fit" isBusy={isCreating} onClick={() => create()}>
          {t(hasToken ? 'replaceToken' : 'createToken')}
        </Button>
        {hasToken && <p className={styles.soft}>{t('replaceTokenNote')}</p>}
      </Stack>
      {hasToken && (
        <Confirmed
          label={t('endDirectory')}
          note={t('endDirectoryNote')}
          confirmLabel={t('endNow')}
          isBusy={isEnding}
          onConfirm={() => end()}
        />
      )}
      <PinAgainSheet {...pinAgain.sheet} />
    </>
  )
}
