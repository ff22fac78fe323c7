import { paths, patterns } from '../paths.ts'
import { matchPath } from '../router.tsx'
import { storedValue } from '../stored-value.ts'

const withoutSubscription: ReadonlySet<string> = new Set([
  paths.deleteAccount,
  paths.gift,
  paths.join,
  paths.language,
  paths.reminders,
  paths.subscription,
  paths.team,
  paths.teamGroups,
  paths.teamPlan,
  paths.teamSettings,
  paths.teamSignIn,
  paths.teamEvents,
  paths.teamKeys,
  paths.withdrawal,
])

export function worksWithoutSubscription(path: string): boolean {
  return withoutSubscription.has(path)
}

/** Where reminders lead, and the certificate form with its unsent name. */
const isOpenedAgain = (path: string): boolean =>
  path === paths.boost || [patterns.lessonStart, patterns.takeCertificate].some((pattern) => matchPath(pattern, path))

let wanted: string | null = null

/** Which of these screens was requested before signing in; it is opened afterwards. */
export const wantedScreen = {
  read: (): string | null => wanted,
  remember: (path: string): void => {
    wanted = worksWithoutSubscription(path) || isOpenedAgain(path) ? path : null
  },
}

/** The gift code that was opened before signing in; a device link may continue in another tab. */
export const wantedGift = storedValue('gift_code')

/** The token of the link or invitation with which somebody wants to join, for the way through sign-in or the PIN. */
export const wantedJoin = storedValue('join_token', 'tab')

const storedPlace = storedValue('left_off', 'tab')

/** Where the plan ended; opened again after the payment, which may leave the app. */
export const leftScreen = {
  read: (): string | null => {
    const found = storedPlace.read()
    return found !== null && /^\/(?![/\\])/.test(found) ? found : null
  },
  remember: (pathname: string, search: string): void => {
    if (worksWithoutSubscription(pathname)) return
    storedPlace.write(`${pathname}${search}`)
  },
  forget: storedPlace.remove,
}
