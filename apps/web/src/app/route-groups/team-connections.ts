export { TeamEventsPage, TeamKeysPage, TeamSignInPage } from '../routes/team-connections.tsx'
