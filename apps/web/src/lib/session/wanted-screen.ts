import { matchPath } from 'react-router'
import { paths, patterns } from '../paths.ts'
import { storedValue } from '../stored-value.ts'

/** What a person may do who pays for nothing any more: cancel, withdraw, take the data along, leave, have no more reminders, choose the language. */
const withoutSubscription: ReadonlySet<string> = new Set([
  paths.deleteAccount,
  paths.language,
  paths.reminders,
  paths.subscription,
  paths.withdrawal,
])

export const worksWithoutSubscription = (path: string): boolean => withoutSubscription.has(path)

/** Where reminders lead, and a name that was begun on a certificate. */
const isOpenedAgain = (path: string): boolean =>
  path === paths.boost || [patterns.lessonStart, patterns.takeCertificate].some((pattern) => matchPath(pattern, path))

let wanted: string | null = null

/** Which of these screens somebody wanted who had to sign in first; it is opened after that. */
export const wantedScreen = {
  read: (): string | null => wanted,
  remember: (path: string): void => {
    wanted = worksWithoutSubscription(path) || isOpenedAgain(path) ? path : null
  },
}

const storedPlace = storedValue('left_off', 'tab')
let place: string | null = null

/** Where a learner was when there was no plan any more; opened again once one is paid. In the tab, since paying may lead away. */
export const leftScreen = {
  /** A path of the app with its query, or null. */
  read: (): string | null => {
    const found = place ?? storedPlace.read()
    return found !== null && /^\/(?![/\\])/.test(found) ? found : null
  },
  remember: (pathname: string, search: string): void => {
    if (worksWithoutSubscription(pathname)) return
    place = `${pathname}${search}`
    storedPlace.write(place)
  },
  forget: (): void => {
    place = null
    storedPlace.remove()
  },
}
