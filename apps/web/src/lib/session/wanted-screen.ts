import { paths } from '../paths.ts'

/** What a person may do who pays for nothing any more: cancel, withdraw, take the data along, leave. */
const withoutSubscription: ReadonlySet<string> = new Set([paths.deleteAccount, paths.subscription, paths.withdrawal])

export const worksWithoutSubscription = (path: string): boolean => withoutSubscription.has(path)

let wanted: string | null = null

/** Which of these screens somebody wanted who had to sign in first; it is opened after that. */
export const wantedScreen = {
  read: (): string | null => wanted,
  remember: (path: string): void => {
    wanted = worksWithoutSubscription(path) ? path : null
  },
}
