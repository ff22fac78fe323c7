import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { type FirstView, firstViewsKey, keepFirstView } from './first-view.ts'
import { session } from './session/session.ts'
import { storedValue } from './stored-value.ts'

session.onEnd(() => storedValue(firstViewsKey).remove())

/** Keeps what the frame of this screen shows next time; undefined for nothing, null while it isn't known. */
export function useFirstView(view: FirstView | undefined | null): void {
  const [pathname] = useLocation()
  const { picture, title, text } = view ?? {}
  const isKnown = view !== null
  useEffect(() => {
    if (isKnown) keepFirstView(pathname, session.token(), title === undefined ? undefined : { picture, title, text })
  }, [pathname, isKnown, picture, title, text])
}
