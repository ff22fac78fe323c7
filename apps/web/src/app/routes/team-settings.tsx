import { Keys } from '../../features/team/components/keys.tsx'
import { Receivers } from '../../features/team/components/receivers.tsx'
import { TeamSettings } from '../../features/team/components/team-settings.tsx'
import { TeamSignIn } from '../../features/team/components/team-sign-in.tsx'
import { TeamScreen } from './team-screen.tsx'

export function TeamSettingsPage() {
  return <TeamScreen permission="settings">{(team) => <TeamSettings team={team} />}</TeamScreen>
}

export function TeamSignInPage() {
  return <TeamScreen permission="settings">{(team) => <TeamSignIn team={team} />}</TeamScreen>
}

export function TeamEventsPage() {
  return <TeamScreen permission="settings">{(team) => <Receivers team={team} />}</TeamScreen>
}

export function TeamKeysPage() {
  return <TeamScreen permission="settings">{(team) => <Keys team={team} />}</TeamScreen>
}
