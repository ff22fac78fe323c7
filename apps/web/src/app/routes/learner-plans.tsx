import type { Subscription } from '@kitewise/contract/entities'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { KeptUntilRenewal, LogOutButton } from '../../features/account/components/on-this-device.tsx'
import { PlanCard } from '../../features/billing/components/plan-card.tsx'
import { PlanChoice } from '../../features/billing/components/plan-choice.tsx'
import { chooseSubscription, givesAccess } from '../../features/billing/subscription-standing.ts'
import { LoadLessonLanguages } from '../../features/courses/components/load-lesson-languages.tsx'
import { call } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useReadOnShow } from '../../lib/read-on-show.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import { PlansScreen, PlansTitle } from './plans.tsx'
import styles from './plans.module.css'

/** Learners without a plan see the way back, everyone else the current plan. */
export function LearnerPlansPage() {
  const sessionNumber = useSession((state) => state.number)
  return <LearnerPlans key={sessionNumber} />
}

const LearnerPlans = () => {
  const errorText = useErrorText()
  const { data, error, isBusy, retry } = useReadOnShow((signal) => call('GET /api/user-subscription', { signal }))
  const [now] = useState(() => Date.now() / 1000)
  const current = data ? chooseSubscription(data, now) : null
  const hasPlan = current !== null && givesAccess(current, now)
  useEffect(() => {
    if (data) session.setNeedsPlan(!hasPlan)
  }, [data, hasPlan])
  if (hasPlan) return <CurrentPlan subscription={current} />
  if (data) return <WayBack ended={current} />
  if (error === undefined) return <Loading />
  return (
    <PlansScreen backTo={paths.profile}>
      <div className={styles.content}>
        <PlansTitle />
        <ErrorView message={errorText(error)} onRetry={retry} isRetrying={isBusy} />
      </div>
    </PlansScreen>
  )
}

const Loading = () => (
  <PlansScreen>
    <div className={styles.content}>
      <PlansTitle />
      <SkeletonScreen>
        <Skeleton height="6rem" shape="card" />
        <Skeleton height="14rem" shape="card" />
      </SkeletonScreen>
    </div>
  </PlansScreen>
)

const CurrentPlan = ({ subscription }: { subscription: Subscription }) => {
  const t = useTranslations('plans')
  return (
    <Screen title={t('title')} width="wide" header={<TitledHeader title={t('title')} backTo={paths.profile} />}>
      <div className={styles.current}>
        <PlanCard subscription={subscription} />
        <div className={styles.next}>
          <p className={styles.text}>{t('otherPlan')}</p>
          <ButtonLink to={paths.subscription}>{t('manage')}</ButtonLink>
          <ButtonLink variant="secondary" to={paths.dashboard}>
            {t('goOnLearning')}
          </ButtonLink>
        </div>
      </div>
    </Screen>
  )
}

/** For a signed-in learner without a plan: the plans to choose from, and everything that works without one. */
const WayBack = ({ ended }: { ended: Subscription | null }) => {
  const t = useTranslations('plans')
  const { name: organization } = ended?.organization ?? {}
  return (
    <PlansScreen>
      <PlanChoice
        intro={
          <>
            <PlansTitle />
            <Card tone="kite" role="status" gap={4}>
              <p className={styles.greeting}>{t('welcomeBack')}</p>
              <p>
                {organization === undefined ? t(ended ? 'planEnded' : 'noPlanYet') : t('seatEnded', { organization })}
              </p>
            </Card>
            <KeptUntilRenewal />
          </>
        }
        languages={<LoadLessonLanguages className={undefined} />}
        others={
          <div className={styles.others}>
            <ButtonLink variant="quiet" to={paths.subscription}>
              {t('payments')}
            </ButtonLink>
            <ButtonLink variant="quiet" to={paths.deleteAccount}>
              {t('leave')}
            </ButtonLink>
            <LogOutButton variant="quiet" />
          </div>
        }
      />
    </PlansScreen>
  )
}
