import type { Subscription, User } from '@kitewise/contract/entities'
import { bestStanding } from '@kitewise/rules/subscription-access'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { subscriptionQuery } from '../lib/queries.ts'
import { session, useSession } from '../lib/session/session.ts'
import { leftScreen, worksWithoutSubscription } from '../lib/session/wanted-screen.ts'
import { forgetOnboarding } from './forget-onboarding.ts'

/** Why the subscriptions do not give access, or null when they do. @param now Unix seconds */
const refusalOf = (
  subscriptions: readonly Subscription[],
  now: number,
): 'noSubscription' | 'subscriptionExpired' | null => {
  const facts = subscriptions.map(({ status, current_period_end }) => ({
    status,
    currentPeriodEnd: current_period_end,
  }))
  const standing = bestStanding(facts, now)
  if (standing === 'granted') return null
  return standing === 'expired' ? 'subscriptionExpired' : 'noSubscription'
}

/** `choosePlan`: this screen is not for somebody without a plan. */
type PlanCheck = 'open' | 'waiting' | 'choosePlan'

/**
 * Fetches the subscription once the profile is there, and signs the learner out when it gives no access (product
 * spec §6), except where none is needed. A learner who has signed in without a plan is led to the plans instead, and `waiting` holds
 * the screen back until that is known. With access, what the way there left in the browser is forgotten; without, the answers wait
 * for another purchase. A check that fails for another reason is only warned about: nobody loses a session to a bad connection.
 */
export const useSubscriptionCheck = (learner: User | undefined): PlanCheck => {
  const email = learner?.email ?? ''
  const { pathname, search } = useLocation()
  const isAllowed = worksWithoutSubscription(pathname)
  const needsPlan = useSession((state) => state.needsPlan)
  const { data, error } = useQuery({ ...subscriptionQuery(email), enabled: learner !== undefined })
  const [now] = useState(() => Date.now() / 1000)
  const refusal = data ? refusalOf(data, now) : null
  const isRefused = refusal !== null && !isAllowed

  useEffect(() => {
    if (!data) return
    if (refusal === null) {
      session.setNeedsPlan(false)
      leftScreen.forget()
      return forgetOnboarding()
    }
    if (isAllowed) return
    leftScreen.remember(pathname, search)
    if (!useSession.getState().needsPlan) session.clear(refusal, email)
  }, [data, refusal, isAllowed, pathname, search, email])

  useEffect(() => {
    // oxlint-disable-next-line no-console -- the spec asks for a warning, and a person can do nothing about it
    if (error) console.warn('The subscription could not be verified.', error)
  }, [error])

  if (!needsPlan || isAllowed) return 'open'
  if (isRefused) return 'choosePlan'
  return data === undefined && error === null ? 'waiting' : 'open'
}
