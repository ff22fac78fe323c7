import type {
  AuditKind,
  Organization,
  OrganizationWish,
  OwnOrganization,
} from '@kitewise/contract/organization-entities'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Stack } from '../../../components/layout.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { Switch } from '../../../components/switch.tsx'
import { call } from '../../../lib/api-client.ts'
import { paths } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useRead } from '../../../lib/use-read.ts'
import { auditQuery, organizationQuery, useRefresh } from '../api.ts'
import { useTeamStepUp } from '../step-up.tsx'
import { useTeamAction, useTeamError } from '../use-team-action.ts'
import { CloseTeam } from './close-team.tsx'
import { OrganizationForm } from './organization-form.tsx'
import { DigestSwitch, Leave } from './own-membership.tsx'
import { Pages } from './people-list.tsx'
import { TeamSkeleton } from './team.tsx'
import styles from './team.module.css'

/** For owners: legal details, joining by domain, the weekly email, and what happened. */
export function TeamSettings({ team }: { team: OwnOrganization }) {
  const t = useTranslations('teamSettings')
  const errorText = useTeamError()
  const stepUp = useTeamStepUp()
  const refresh = useRefresh(team.id)
  const { data, error, isBusy, retry } = useRead(organizationQuery(team.id))
  if (!data && error) return <ErrorView message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
  if (!data) return <TeamSkeleton />
  const { id, joinsByDomain, domains } = data
  return (
    <Stack gap="sections">
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('details')}</h2>
        <OrganizationForm
          label={t('save')}
          first={wishOf(data)}
          onSave={async (changed) => {
            const params = { organizationId: id }
            const body = { ...changed, joinsByDomain }
            const saved = await stepUp(() => call('PUT /api/organizations/{organizationId}', { params, body }))
            if (saved === null) return
            toast.success(t('saved'))
            await refresh()
          }}
        />
      </Stack>
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('joining')}</h2>
        <Card gap={12}>
          {domains.length === 0 ? <p>{t('noDomain')}</p> : <JoinByDomain organization={data} />}
          <DigestSwitch team={team} />
        </Card>
      </Stack>
      <Connections />
      <Log team={team} />
      <Leave team={team} />
      <CloseTeam team={team} />
    </Stack>
  )
}

/** What the form and every change send. */
const wishOf = (organization: Organization): OrganizationWish => ({
  name: organization.name,
  legalName: organization.legalName,
  street: organization.street,
  addressLine2: organization.addressLine2,
  postalCode: organization.postalCode,
  city: organization.city,
  country: organization.country,
  billingEmail: organization.billingEmail,
  vatId: organization.vatId,
  purchaseOrder: organization.purchaseOrder,
})

const JoinByDomain = ({ organization }: { organization: Organization }) => {
  const t = useTranslations('teamSettings')
  const { id, domains } = organization
  const { run, isBusy } = useTeamAction(id, (joinsByDomain: boolean) =>
    call('PUT /api/organizations/{organizationId}', {
      params: { organizationId: id },
      body: { ...wishOf(organization), joinsByDomain },
    }),
  )
  return (
    <Switch
      label={t('byDomain', { domains: domains.join(', ') })}
      isOn={organization.joinsByDomain}
      isBusy={isBusy}
      onChange={run}
    />
  )
}

const connections = [
  { to: paths.teamSignIn, label: 'signIn', note: 'signInNote' },
  { to: paths.teamEvents, label: 'events', note: 'eventsNote' },
  { to: paths.teamKeys, label: 'keys', note: 'keysNote' },
] as const

/** Where the organization's own systems are connected. */
const Connections = () => {
  const t = useTranslations('teamSettings')
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('connections')}</h2>
      <Card padding="none">
        <ul className={styles.rows}>
          {connections.map(({ to, label, note }) => (
            <li key={to}>
              <Link to={to} className={styles.row}>
                <span className={styles.who}>
                  <span className={styles.strong}>{t(label)}</span>
                  <span className={styles.soft}>{t(note)}</span>
                </span>
                <Icon name="chevronRight" />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Stack>
  )
}

/** Who did what, newest first. */
const Log = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('teamSettings')
  const day = useDateInSentence()
  const [page, setPage] = useState(1)
  const { data } = useRead(auditQuery(team.id, page))
  if (data === undefined) return null
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('log')}</h2>
      <Card padding="none">
        <ul className={styles.rows}>
          {data.rows.map(({ id, at, kind, actor, subject, detail }) => (
            <li key={id} className={styles.row}>
              <div className={styles.who}>
                <span className={styles.strong}>{t(`kinds.${kind.replace('.', '_') as KindKey}`)}</span>
                <span className={styles.soft}>
                  {[
                    day(at),
                    actor?.email ?? t('nobody'),
                    subject !== null && subject.userId !== actor?.userId ? subject.email : null,
                    detail,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <Pages page={page} total={data.total} onChange={setPage} />
    </Stack>
  )
}

type Underlined<Kind extends string> = Kind extends `${infer Subject}.${infer Verb}` ? `${Subject}_${Verb}` : Kind
type KindKey = Underlined<AuditKind>
