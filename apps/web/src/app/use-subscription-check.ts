import type { Subscription, User } from '@kitewise/contract/entities'
import { bestStanding } from '@kitewise/rules/subscription-access'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { subscriptionQuery } from '../lib/session/queries.ts'
import { session } from '../lib/session/session.ts'
import { worksWithoutSubscription } from '../lib/session/wanted-screen.ts'
import { toast } from '../lib/toast.ts'
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

/**
 * Fetches the subscription once the profile is there, and signs the learner out when it gives no access (product
 * spec §6), except where none is needed. With access, what the way there left in the browser is forgotten; without, the answers
 * wait for another purchase. A check that fails for another reason is only warned about: nobody loses a session to a bad connection.
 */
export const useSubscriptionCheck = (learner: User | undefined): void => {
  const t = useTranslations('login')
  const email = learner?.email ?? ''
  const isAllowed = worksWithoutSubscription(useLocation().pathname)
  const { data, error } = useQuery({ ...subscriptionQuery(email), enabled: learner !== undefined })

  useEffect(() => {
    if (!data) return
    const refusal = refusalOf(data, Date.now() / 1000)
    if (refusal === null) return forgetOnboarding()
    if (isAllowed) return
    toast.error(t(refusal))
    session.clear(refusal)
  }, [data, t, isAllowed])

  useEffect(() => {
    // oxlint-disable-next-line no-console -- the spec asks for a warning, and a person can do nothing about it
    if (error) console.warn('The subscription could not be verified.', error)
  }, [error])
}
