import { Navigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session/session.ts'
import { SignedIn } from './screens.ts'

/** Lets signed-in learners through and sends everybody else to /login. A new session starts everything behind it afresh. */
export const RequireSession = () => {
  const { isAuthenticated, number } = useSession()
  return isAuthenticated ? <SignedIn key={number} /> : <Navigate to={paths.login} replace />
}
