import { matchPath } from 'react-router'
import { paths } from '../lib/paths.ts'
import { session } from '../lib/session/session.ts'
import { learnerScreens, publicScreens, SignedIn } from './screens.ts'

/** Asks for the scripts of the first screen at once, so that they travel beside the texts and the profile, not after them. */
export const preloadScreens = (pathname: string): void => {
  const isSignedIn = session.token() !== ''
  const shown = pathname === paths.home ? (isSignedIn ? paths.profile : paths.login) : pathname
  const isShown = ({ path }: { path: string }): boolean => matchPath(path, shown) !== null
  if (isSignedIn) SignedIn.preload()
  const screens = isSignedIn ? [...learnerScreens, ...publicScreens] : publicScreens
  for (const { Screen } of screens.filter(isShown)) Screen.preload()
}
