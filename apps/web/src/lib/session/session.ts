import type { User } from '@kitewise/contract/entities'
import type { ErrorAnswer, SessionEnd } from '@kitewise/contract/errors'
import { createContext, use } from 'react'
import { create } from 'zustand'
import { storedLanguage, unsavedLanguage } from '../i18n/stored-language.ts'
import { storedState, storedValue } from '../stored-value.ts'

/** Why a session ended, as shown at /login. `ended`: the server refused the token without a reason. */
export type EndReason = 'noSubscription' | 'subscriptionExpired' | SessionEnd | 'ended'

/** The reason in a 401. @param body the parsed answer, or undefined when it was not JSON */
export function endReasonOf(body: unknown): EndReason {
  const { details } = (body as Partial<ErrorAnswer> | undefined)?.error ?? {}
  return (details as { reason?: SessionEnd } | undefined)?.reason ?? 'ended'
}

type Session = {
  isAuthenticated: boolean
  endReason: EndReason | null
  /** Who signed in on this page, so that the first screen need not fetch it; null after a reload. */
  learner: User | null
  /** No subscription gives access. Kept with the token, because a payment may leave the app, and for other tabs. */
  needsPlan: boolean
  /** The account of the session that ended for `endReason`, so that signing in again starts with the PIN. */
  endedEmail: string | null
  /** Counts the sessions of this page: a learner's data are dropped before the next session starts. */
  number: number
}

const storedToken = storedValue('jwt_token')
const storedNeed = storedValue('needs_plan')

// This page's own copy: when another tab's event arrives, the storage already holds the new token.
let token = storedToken.read() ?? ''

/** Who is signed in. Only `isAuthenticated` is persisted, and the stored token always outranks it. */
export const useSession = create<Session>()(() => ({
  isAuthenticated: token !== '',
  endReason: null,
  learner: null,
  needsPlan: token !== '' && storedNeed.read() !== null,
  endedEmail: null,
  number: 0,
}))
const stored = storedState<Session>('auth-storage', 0)
useSession.subscribe(({ isAuthenticated }) => stored.write({ isAuthenticated }))

const endListeners = new Set<(endedToken: string) => void>()

const finish = (endReason: EndReason | null, endedEmail: string | null = null): void => {
  const wasAuthenticated = useSession.getState().isAuthenticated
  const endedToken = token
  token = ''
  useSession.setState({ isAuthenticated: false, endReason, endedEmail, needsPlan: false, learner: null })
  if (wasAuthenticated) for (const listener of endListeners) listener(endedToken)
}

const begin = (newToken: string, learner: User | null, needsPlan: boolean): void => {
  token = newToken
  useSession.setState(({ number }) => ({
    isAuthenticated: true,
    endReason: null,
    endedEmail: null,
    learner,
    needsPlan,
    number: number + 1,
  }))
}

/** Goes on with the session of another tab, or none. */
const follow = (current: string): void => {
  if (token !== '') finish(null)
  if (current !== '') begin(current, null, storedNeed.read() !== null)
}

const storeNeed = (needsPlan: boolean): void => (needsPlan ? storedNeed.write('yes') : storedNeed.remove())

export const session = {
  token: (): string => token,
  /** Stores the token and starts the session; an empty token ends it. */
  setToken: (newToken: string, learner: User | null = null, needsPlan = false): void => {
    if (newToken === '') return session.clear()
    // Before the token, which other tabs follow.
    storeNeed(needsPlan)
    storedToken.write(newToken)
    begin(newToken, learner, needsPlan)
  },
  setNeedsPlan: (needsPlan: boolean): void => {
    if (useSession.getState().needsPlan === needsPlan) return
    storeNeed(needsPlan)
    useSession.setState({ needsPlan })
  },
  /**
   * Deletes token and language. The router then leads to /login, which shows `endReason` and prefills the email. If another
   * tab has signed in since, its session goes on here instead.
   */
  clear: (endReason: EndReason | null = null, endedEmail: string | null = null): void => {
    const current = storedToken.read() ?? ''
    if (current !== '' && current !== token) return follow(current)
    storedToken.remove()
    storedNeed.remove()
    storedLanguage.remove()
    unsavedLanguage.remove()
    finish(endReason, endedEmail)
  },
  onEnd: (listener: (endedToken: string) => void): (() => void) => {
    endListeners.add(listener)
    return () => endListeners.delete(listener)
  },
}

const followOtherTab = (event: StorageEvent): void => {
  // The key is null when the whole storage was cleared.
  if (event.key !== storedToken.key && event.key !== null) return
  const current = storedToken.read() ?? ''
  if (current === token) return
  follow(current)
}

/** A page that Back brings back as it was has heard of nothing in between. */
const followAfterReturn = ({ persisted }: PageTransitionEvent): void => {
  const current = storedToken.read() ?? ''
  if (persisted && current !== token) follow(current)
}

/** Follows sign-in and sign-out in other tabs, also those while this page was left; returns a function that stops it. */
export function followOtherTabs(): () => void {
  window.addEventListener('storage', followOtherTab)
  window.addEventListener('pageshow', followAfterReturn)
  return () => {
    window.removeEventListener('storage', followOtherTab)
    window.removeEventListener('pageshow', followAfterReturn)
  }
}

export const LearnerContext = createContext<User | null>(null)

/** @throws {Error} on a screen that is not behind the guard */
export function useLearner(): User {
  const learner = use(LearnerContext)
  if (learner === null) throw new Error('useLearner is for screens behind the session guard.')
  return learner
}
