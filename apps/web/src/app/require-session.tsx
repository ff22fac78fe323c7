import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session/session.ts'
import { wantedScreen } from '../lib/session/wanted-screen.ts'
import { SignedIn } from './screens.ts'

/** Lets signed-in learners through and sends everybody else to /login. A new session starts everything behind it afresh. */
export const RequireSession = () => {
  const { isAuthenticated, number } = useSession()
  return isAuthenticated ? <SignedIn key={number} /> : <ToLogin />
}

const ToLogin = () => {
  const { pathname } = useLocation()
  useEffect(() => wantedScreen.remember(pathname), [pathname])
  return <Navigate to={paths.login} replace />
}
