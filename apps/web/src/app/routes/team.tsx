import type { OwnOrganization } from '@kitewise/contract/organization-entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Stack } from '../../components/layout.tsx'
import { planQuery } from '../../features/team/api.ts'
import { Groups } from '../../features/team/components/groups.tsx'
import { Invite } from '../../features/team/components/invite.tsx'
import { PeopleList } from '../../features/team/components/people-list.tsx'
import { SeatPlan } from '../../features/team/components/seat-plan.tsx'
import { TeamSkeleton } from '../../features/team/components/team.tsx'
import { call } from '../../lib/api-client.ts'
import { courseListQuery } from '../../lib/learning-queries.ts'
import { useHistory } from '../../lib/router.tsx'
import { useActionOnShow } from '../../lib/use-action.ts'
import { TeamScreen } from './team-screen.tsx'

export function TeamPage() {
  return (
    <TeamScreen permission="people">
      {(team) => (
        <Stack gap="sections">
          <PeopleList team={team} />
          <Invite team={team} />
        </Stack>
      )}
    </TeamScreen>
  )
}

export function TeamGroupsPage() {
  const { data: courses = [] } = useQuery(courseListQuery())
  return <TeamScreen permission="groups">{(team) => <Groups team={team} courses={courses} />}</TeamScreen>
}

export function TeamPlanPage() {
  const { search } = useHistory().location
  const isBack = new URLSearchParams(search).has('paid')
  return (
    <TeamScreen permission="billing">
      {(team) => (isBack ? <PaidPlan team={team} /> : <SeatPlan team={team} />)}
    </TeamScreen>
  )
}

/** After the provider's page: the contract is read there again before it shows. */
const PaidPlan = ({ team }: { team: OwnOrganization }) => {
  const client = useQueryClient()
  const { isBusy } = useActionOnShow(async () => {
    const plan = await call('POST /api/organizations/{organizationId}/contract/refresh', {
      params: { organizationId: team.id },
    })
    client.setQueryData(planQuery(team.id).queryKey, plan)
  })
  return isBusy ? <TeamSkeleton /> : <SeatPlan team={team} />
}
