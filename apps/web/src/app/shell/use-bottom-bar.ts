import { use } from 'react'
import { useLocation } from 'react-router'
import { paths, patterns } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { BottomBarContext } from './bottom-bar-switch.tsx'

/** Product spec §2: not on subscription results, the e-mail change confirmation and the pin pages. */
const screensWithout = new Set<string>([
  paths.login,
  paths.pin,
  paths.confirmPin,
  paths.setPin,
  paths.subscriptionSuccess,
  paths.subscriptionFailed,
  patterns.confirmEmailChange,
  patterns.undoEmailChange,
])

/** Whether the bottom bar is shown: only to signed-in learners with a plan, not on some screens, not where a page hides it. */
export const useBottomBar = (): boolean => {
  const hasBar = useSession((state) => state.isAuthenticated && !state.needsPlan)
  const { pathname } = useLocation()
  const { isHidden } = use(BottomBarContext)
  return hasBar && !isHidden && !screensWithout.has(pathname.replace(/\/$/, ''))
}
