import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session/session.ts'
import { leftScreen, wantedScreen } from '../lib/session/wanted-screen.ts'
import { SignedIn } from './screens.ts'

/** Lets signed-in learners through and sends everybody else to /login. A new session starts everything behind it afresh. */
export const RequireSession = () => {
  const { isAuthenticated, number } = useSession()
  return isAuthenticated ? <SignedIn key={number} /> : <ToLogin />
}

const ToLogin = () => {
  const { pathname, search } = useLocation()
  useEffect(() => {
    wantedScreen.remember(pathname)
    leftScreen.remember(pathname, search)
  }, [pathname, search])
  return <Navigate to={paths.login} replace />
}
