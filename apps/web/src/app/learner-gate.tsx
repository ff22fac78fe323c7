import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { ErrorView } from '../components/error-view.tsx'
import { followProfileLanguage } from '../features/language/follow-profile-language.ts'
import { call } from '../lib/api-client.ts'
import { useErrorText } from '../lib/error-text.ts'
import { useLearnerOutbox } from '../lib/outbox/learner-outbox.ts'
import { paths } from '../lib/paths.ts'
import { learnerQuery } from '../lib/queries.ts'
import { LearnerContext, session } from '../lib/session/session.ts'
import { ScreenSkeleton } from './shell/screen-skeleton.tsx'
import { Screen } from './shell/screen.tsx'
import { useSubscriptionCheck } from './use-subscription-check.ts'

/**
 * Waits for the learner's profile, takes over its language, and sends learners without a PIN to /pin. Screens behind it find
 * the learner with `useLearner`. The subscription is checked beside, without holding up the screen.
 */
export const LearnerGate = () => {
  const { data: learner, error, refetch, isFetching } = useQuery(learnerQuery)
  const check = useSubscriptionCheck(learner)
  useLearnerOutbox(learner?.id)
  const language = learner?.lang
  useEffect(() => {
    if (language !== undefined) followProfileLanguage(language)
  }, [language])

  if (learner === undefined) {
    if (error === null) return <ScreenSkeleton />
    return <LearnerError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!learner.isPinSetUp) return <Navigate to={paths.pinFor(learner.email)} replace />
  if (check === 'waiting') return <ScreenSkeleton />
  if (check === 'choosePlan') return <Navigate to={paths.plans} replace />
  return (
    <LearnerContext value={learner}>
      <Outlet />
    </LearnerContext>
  )
}

/** Ends the session here and at the server. The rest of signing out has a script that every screen would carry for this rare one. */
const leave = (): void => {
  call('POST /api/product-user/logout', { keepalive: true }).catch(() => undefined)
  session.clear()
}

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
        wayOut={{ label: t('logOut'), onChoose: leave }}
      />
    </Screen>
  )
}
