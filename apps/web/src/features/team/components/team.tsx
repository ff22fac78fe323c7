import type { OrganizationPermission, OwnOrganization } from '@kitewise/contract/organization-entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { Stack } from '../../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { Select } from '../../../components/select.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { storedValue } from '../../../lib/stored-value.ts'
import { useRead } from '../../../lib/use-read.ts'
import { useState } from 'react'
import { ownOrganizationsQuery } from '../api.ts'
import { CreateOrganization } from './organization-form.tsx'
import { OwnMembership } from './own-membership.tsx'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './team.module.css'

/** Which of several organizations is shown; the others are a choice away. */
const chosen = storedValue('team_organization')

type TeamProps = {
  /** What the part below is for. */
  permission: OrganizationPermission
  children: (team: OwnOrganization) => ReactNode
}

/**
 * The frame of all team screens: which organization, which parts the role has, and the part that was asked for. Members
 * see what they share; whoever has no organization can create one.
 */
export function Team({ permission, children }: TeamProps) {
  const t = useTranslations('team')
  const errorText = useErrorText()
  const [wanted, setWanted] = useState(chosen.read)
  const { data, error, isBusy, retry } = useRead(ownOrganizationsQuery)
  if (!data && error)
    return <ErrorView message={errorText(error, t('loadFailed'))} error={error} onRetry={retry} isRetrying={isBusy} />
  if (!data) return <TeamSkeleton />
  const team = data.find(({ id }) => id === wanted) ?? data.find(({ permissions }) => permissions.length > 0) ?? data[0]
  if (team === undefined) return <CreateOrganization />
  return (
    <Stack gap={24}>
      {data.length > 1 && (
        <Select
          label={t('organization')}
          value={team.id}
          options={data.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => {
            chosen.write(event.target.value)
            setWanted(event.target.value)
          }}
        />
      )}
      {/* Another organization starts with empty forms. */}
      <Stack gap={24} key={team.id}>
        <Parts team={team} />
        <Part team={team} permission={permission}>
          {children}
        </Part>
      </Stack>
    </Stack>
  )
}

const Part = ({ team, permission, children }: TeamProps & { team: OwnOrganization }) => {
  const t = useTranslations('team')
  if (team.permissions.includes(permission)) return <>{children(team)}</>
  if (team.permissions.length === 0) return <OwnMembership team={team} />
  return <EmptyView title={t('noPermission')} message={t('noPermissionNote')} />
}

type TeamPart = {
  to: string
  label: 'people' | 'groups' | 'plan' | 'settings'
  permission: OrganizationPermission
  /** Screens that its own one leads to. */
  within: readonly string[]
}

const parts: readonly TeamPart[] = [
  { to: paths.team, label: 'people', permission: 'people', within: [] },
  { to: paths.teamGroups, label: 'groups', permission: 'groups', within: [] },
  { to: paths.teamPlan, label: 'plan', permission: 'billing', within: [] },
  {
    to: paths.teamSettings,
    label: 'settings',
    permission: 'settings',
    within: [paths.teamSignIn, paths.teamEvents, paths.teamKeys],
  },
]

/** `true` on a screen within the part, whose link then leads back. */
const currentState = ({ to, within }: TeamPart, pathname: string): 'page' | 'true' | undefined => {
  if (pathname === to) return 'page'
  return within.includes(pathname) ? 'true' : undefined
}

/** The parts of the team that the role may open, as links in one row. */
const Parts = ({ team }: { team: OwnOrganization }) => {
  const t = useTranslations('team')
  const [pathname] = useLocation()
  const open = parts.filter(({ permission }) => team.permissions.includes(permission))
  if (open.length < 2)
    return (
      <OwnText as="h2" className={styles.name}>
        {team.name}
      </OwnText>
    )
  return (
    <Stack gap={12}>
      <OwnText as="h2" className={styles.name}>
        {team.name}
      </OwnText>
      <nav className={styles.parts} aria-label={t('parts')}>
        {open.map((part) => (
          <Link key={part.to} to={part.to} className={styles.part} aria-current={currentState(part, pathname)}>
            {t(part.label)}
          </Link>
        ))}
      </nav>
    </Stack>
  )
}

/** In place of a part that is still loading. */
export function TeamSkeleton() {
  const t = useTranslations('common')
  return (
    <SkeletonScreen label={t('loading')}>
      <Skeleton height="2.5rem" shape="card" />
      <Skeleton height="6rem" shape="card" />
      <Skeleton height="6rem" shape="card" />
    </SkeletonScreen>
  )
}
