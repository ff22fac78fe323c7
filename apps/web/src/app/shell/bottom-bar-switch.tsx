import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'

type Switch = { isHidden: boolean; setHidden: (isHidden: boolean) => void }

export const BottomBarContext = createContext<Switch>({ isHidden: false, setHidden: () => undefined })

export const BottomBarSwitch = ({ children }: { children: ReactNode }) => {
  const [isHidden, setHidden] = useState(false)
  const value = useMemo(() => ({ isHidden, setHidden }), [isHidden])
  return <BottomBarContext value={value}>{children}</BottomBarContext>
}

/** For a page: hides the bottom bar while the page is shown and `isHidden` is true. */
export const useHiddenBottomBar = (isHidden: boolean): void => {
  const { setHidden } = use(BottomBarContext)
  useEffect(() => {
    setHidden(isHidden)
    return () => setHidden(false)
  }, [isHidden, setHidden])
}
