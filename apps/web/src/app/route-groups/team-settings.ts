export { TeamEventsPage, TeamKeysPage, TeamSettingsPage, TeamSignInPage } from '../routes/team-settings.tsx'
