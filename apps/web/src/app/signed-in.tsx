import type { Subscription, User } from '@kitewise/contract/entities'
import { bestStanding } from '@kitewise/rules/subscription-access'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { lazy, type PropsWithChildren, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect } from 'wouter'
import { ErrorView } from '../components/message-view.tsx'
import { followProfileLanguage } from '../features/account/save-language.ts'
import { begunCheckout } from '../features/billing/begun-checkout.ts'
import { forgetProgress } from '../features/onboarding/onboarding-progress.ts'
import { useErrorText } from '../lib/error-text.ts'
import { prepareReads, takeFirstClient } from '../lib/first-client.ts'
import { keepAccess } from '../lib/kept-access.ts'
import { keepStartedCourses } from '../lib/kept-courses.ts'
import { keepAnswer, keepChanges, keptAt } from '../lib/kept-reads.ts'
import { useLanguage } from '../lib/i18n/language.ts'
import { needTexts } from '../lib/i18n/texts.tsx'
import { loadPart } from '../lib/load-part.ts'
import { logWarning } from '../lib/log-error.ts'
import { sendAfterRenewal, useLearnerOutbox } from '../lib/outbox/learner-outbox.ts'
import { paths } from '../lib/paths.ts'
import { learnerQuery, subscriptionQuery } from '../lib/queries.ts'
import { registration } from '../lib/registration.ts'
import { useHistory } from '../lib/router.tsx'
import { inAdvance, keepScreens } from '../lib/service-worker.ts'
import { LearnerContext, session, useSession } from '../lib/session/session.ts'
import { leftScreen, worksWithoutSubscription } from '../lib/session/wanted-screen.ts'
import { readShapes } from './shell/read-shapes.tsx'
import { Screen, ScreenSkeleton, ShapesContext } from './shell/screen.tsx'

/** As `inAdvance`, unless this session has ended by then. */
const inAdvanceWhileSignedIn = (work: () => void): void => {
  const token = session.token()
  inAdvance(() => {
    if (token === session.token()) work()
  })
}

const createSessionClient = () => {
  const client = takeFirstClient()
  const { learner } = useSession.getState()
  keepChanges(client)
  inAdvanceWhileSignedIn(() => void keepStartedCourses(client))
  if (learner !== null) {
    client.setQueryData(learnerQuery.queryKey, learner)
    void keepAnswer(learnerQuery.queryKey, learner)
  }
  return client
}

/** The part of the app for one session. Its data live and end with it, so no learner sees what another one read. */
export function SignedIn({ children }: PropsWithChildren) {
  const [client] = useState(createSessionClient)
  return (
    <QueryClientProvider client={client}>
      <ShapesContext value={readShapes}>
        <LearnerGate>{children}</LearnerGate>
      </ShapesContext>
    </QueryClientProvider>
  )
}
SignedIn.prepare = () => prepareReads((firstAnswer) => firstAnswer(learnerQuery))

/** Learners without a PIN go to /pin, unless they came through an organization. The subscription check runs in parallel and does not delay the screen. */
const LearnerGate = ({ children }: PropsWithChildren) => {
  const { data: learner, error, refetch, isFetching, dataUpdatedAt } = useQuery(learnerQuery)
  // A kept profile may have an old address, for which the server finds no subscription.
  const check = useSubscriptionCheck(dataUpdatedAt === keptAt ? undefined : learner)
  useLearnerOutbox(learner?.id)
  const userId = learner?.id
  useEffect(() => {
    if (userId !== undefined)
      inAdvanceWhileSignedIn(
        () =>
          void import('../features/practice/api.ts').then((module) => module.keepReview(userId)).catch(() => undefined),
      )
  }, [userId])
  const language = learner?.lang
  useEffect(() => {
    if (language !== undefined) followProfileLanguage(language)
  }, [language])

  const shownLanguage = useLanguage((state) => state.language)
  useEffect(() => keepScreens(shownLanguage), [shownLanguage])

  if (learner === undefined) {
    if (error === null) return <ScreenSkeleton />
    return <LearnerError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!learner.isPinSetUp && !learner.signedInThrough) return <Redirect to={paths.pinFor(learner.email)} replace />
  if (check === 'waiting') return <ScreenSkeleton />
  if (check === 'choosePlan') return <Redirect to={paths.plans} replace />
  return <LearnerContext value={learner}>{children}</LearnerContext>
}

/** Loaded only here: it would add its script and texts to every screen for this rare case. */
const LogOut = lazy(() =>
  loadPart(
    async () => {
      const part = import('../features/account/components/on-this-device.tsx')
      await needTexts(['account'])
      return part
    },
    (module) => module.LogOutButton,
  ),
)

const LearnerError = ({ error, onRetry, isRetrying }: { error: Error; onRetry: () => void; isRetrying: boolean }) => {
  const t = useTranslations('session')
  const errorText = useErrorText()
  return (
    <Screen title={t('account')}>
      <ErrorView
        headingLevel="h1"
        message={errorText(error, t('loadFailed'))}
        error={error}
        onRetry={onRetry}
        isRetrying={isRetrying}
        wayOut={
          <Suspense fallback={null}>
            <LogOut variant="quiet" />
          </Suspense>
        }
      />
    </Screen>
  )
}

/** Why the subscriptions give no access, or null when they do. @param now Unix seconds */
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

/** `choosePlan`: this screen needs a plan, and the learner has none. */
type PlanCheck = 'open' | 'waiting' | 'choosePlan'

/**
 * Without access the learner is signed out (docs/product.md), or sent to the plans after signing in without one. A check
 * that fails for another reason only logs a warning: a bad connection must not end a session.
 */
const useSubscriptionCheck = (learner: User | undefined): PlanCheck => {
  const email = learner?.email ?? ''
  const { pathname, search } = useHistory().location
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
      void keepAccess(data)
      sendAfterRenewal()
      leftScreen.forget()
      return forgetOnboarding()
    }
    if (isAllowed) return
    leftScreen.remember(pathname, search)
    if (!useSession.getState().needsPlan) session.clear(refusal, email)
  }, [data, refusal, isAllowed, pathname, search, email])

  useEffect(() => {
    if (error) logWarning('The subscription could not be verified.', error)
  }, [error])

  if (!needsPlan || isAllowed) return 'open'
  if (isRefused) return 'choosePlan'
  return data === undefined && error === null ? 'waiting' : 'open'
}

/** The learner has paid: answers, address and proofs of the checkout are no longer needed and leave this browser. */
const forgetOnboarding = (): void => {
  forgetProgress()
  registration.clear()
  begunCheckout.forget()
}
