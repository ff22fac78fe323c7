import type { OrganizationPermission, OwnOrganization } from '@kitewise/contract/organization-entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { TeamStepUp } from '../../features/team/step-up.tsx'
import { Team } from '../../features/team/components/team.tsx'
import { paths } from '../../lib/paths.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

type TeamScreenProps = { permission: OrganizationPermission; children: (team: OwnOrganization) => ReactNode }

/** Around each part of a team. */
export function TeamScreen({ permission, children }: TeamScreenProps) {
  const t = useTranslations('team')
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.profile} />} width="wide">
      <TeamStepUp>
        <Team permission={permission}>{children}</Team>
      </TeamStepUp>
    </Screen>
  )
}
