import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { paths, patterns } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'

/** Not on subscription results, the e-mail change confirmation and the PIN screens (docs/product.md). */
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

/** Only for signed-in learners with a plan, not on some screens, not where a page hides it. */
export function useBottomBar(): boolean {
  const hasBar = useSession((state) => state.isAuthenticated && !state.needsPlan)
  const [pathname] = useLocation()
  const { isHidden } = use(BottomBarContext)
  return hasBar && !isHidden && !screensWithout.has(pathname.replace(/\/$/, ''))
}

type Switch = { isHidden: boolean; setHidden: (isHidden: boolean) => void }

export const BottomBarContext = createContext<Switch>({ isHidden: false, setHidden: () => undefined })

export function BottomBarSwitch({ children }: { children: ReactNode }) {
  const [isHidden, setHidden] = useState(false)
  const value = useMemo(() => ({ isHidden, setHidden }), [isHidden])
  return <BottomBarContext value={value}>{children}</BottomBarContext>
}

/** Hides the bottom bar while the calling page is mounted and `isHidden` is true. */
export function useHiddenBottomBar(isHidden: boolean): void {
  const { setHidden } = use(BottomBarContext)
  useEffect(() => {
    setHidden(isHidden)
    return () => setHidden(false)
  }, [isHidden, setHidden])
}
