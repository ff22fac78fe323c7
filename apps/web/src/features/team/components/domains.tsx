import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field } from '../../../components/field.tsx'
import { Cluster, Stack } from '../../../components/layout.tsx'
import { PinAgainSheet, usePinAgain } from '../../../components/pin-again-sheet.tsx'
import { call } from '../../../lib/api-client.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import type { SignInSettings } from '../api.ts'
import { useTeamAction } from '../use-team-action.ts'
import { Confirmed } from './confirmed.tsx'
import { Copyable } from './copyable.tsx'
import styles from './team.module.css'

type Domain = SignInSettings['domains'][number]
type DomainsProps = { team: OwnOrganization; domains: readonly Domain[] }

/** Each domain with the record that proves it. */
export function Domains({ team, domains }: DomainsProps) {
  return (
    <>
      {domains.map((domain) => (
        <DomainCard key={domain.id} team={team} domain={domain} />
      ))}
      <NewDomain team={team} />
    </>
  )
}

const tones = { waiting: 'plain', proven: 'good', failing: 'bad' } as const

const DomainCard = ({ team, domain }: { team: OwnOrganization; domain: Domain }) => {
  const t = useTranslations('teamSignIn')
  const day = useDateInSentence()
  const dayOf = (moment: string): string => day(Date.parse(moment) / 1000)
  const { state, checkedAt, failingSince, endsAt } = domain
  return (
    <Card gap={12}>
      <Cluster gap={8}>
        <h3 className={styles.strong}>{domain.domain}</h3>
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      </Cluster>
      {failingSince !== null && endsAt !== null && (
        <p>{t('failing', { since: dayOf(failingSince), end: dayOf(endsAt) })}</p>
      )}
      {checkedAt !== null && <p className={styles.soft}>{t('checkedOn', { date: dayOf(checkedAt) })}</p>}
      <Copyable label={t('record', { domain: domain.domain })} value={domain.record} />
      <CheckDomain team={team} domainId={domain.id} />
      <RemoveDomain team={team} domainId={domain.id} />
    </Card>
  )
}

type OneDomainProps = { team: OwnOrganization; domainId: string }

const CheckDomain = ({ team, domainId }: OneDomainProps) => {
  const t = useTranslations('teamSignIn')
  const [found, setFound] = useState<'record' | 'other_records' | 'nothing' | 'no_answer' | null>(null)
  const { run, isBusy } = useTeamAction(team.id, async () => {
    setFound(null)
    const checked = await call('POST /api/organizations/{organizationId}/domains/{domainId}/check', {
      params: { organizationId: team.id, domainId },
    })
    setFound(checked.found)
  })
  return (
    <>
      <p role="status">{found !== null && t(`found.${found}`)}</p>
      <Button variant="secondary" width="fit" isBusy={isBusy} onClick={() => run()}>
        {t('check')}
      </Button>
    </>
  )
}

const RemoveDomain = ({ team, domainId }: OneDomainProps) => {
  const t = useTranslations('teamSignIn')
  const pinAgain = usePinAgain()
  const { run, isBusy } = useTeamAction(team.id, () =>
    pinAgain.run(() =>
      call('DELETE /api/organizations/{organizationId}/domains/{domainId}', {
        params: { organizationId: team.id, domainId },
      }),
    ),
  )
  return (
    <>
      <Confirmed
        label={t('removeDomain')}
        note={t('removeDomainNote')}
        confirmLabel={t('removeNow')}
        isBusy={isBusy}
        onConfirm={() => run()}
      />
      <PinAgainSheet {...pinAgain.sheet} />
    </>
  )
}

const NewDomain = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamSignIn')
  const [domain, setDomain] = useState('')
  const { run, isBusy } = useTeamAction(team.id, async () => {
    await call('POST /api/organizations/{organizationId}/domains', {
      params: { organizationId: team.id },
      body: { domain: domain.trim() },
    })
    setDomain('')
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (domain.trim() !== '') run()
  }
  return (
    <Stack as="form" gap={12} onSubmit={submit}>
      <Field
        label={t('newDomain')}
        value={domain}
        limit={253}
        placeholder="example.com"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setDomain(event.target.value)}
      />
      <Button type="submit" variant="secondary" width="fit" disabled={domain.trim() === ''} isBusy={isBusy}>
        {t('addDomain')}
      </Button>
    </Stack>
  )
}
