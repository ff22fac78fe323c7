import { matchPath } from 'react-router'
import { paths } from '../lib/paths.ts'
import { session } from '../lib/session/session.ts'
import { learnerScreens, publicScreens, SignedIn } from './screens.ts'

/**
 * Asks for the scripts of the first screen at once, so that they travel beside the texts and the profile, not after them. Resolves
 * when they have come or failed.
 */
export const preloadScreens = async (pathname: string): Promise<void> => {
  const isSignedIn = session.token() !== ''
  const shown = pathname === paths.home ? (isSignedIn ? paths.profile : paths.login) : pathname
  const isShown = ({ path }: { path: string }): boolean => matchPath(path, shown) !== null
  const screens = isSignedIn ? [...learnerScreens, ...publicScreens] : publicScreens
  const wanted = screens.filter(isShown).map(({ Screen }) => Screen)
  await Promise.all([...(isSignedIn ? [SignedIn] : []), ...wanted].map(({ preload }) => preload()))
}
