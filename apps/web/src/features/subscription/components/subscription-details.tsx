import type { Subscription } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { paths } from '../../../lib/paths.ts'
import { standingOf } from '../standing.ts'
import { useCardReturn } from '../use-card-change.ts'
import { CancelSection } from './cancel-section.tsx'
import { PaymentCard } from './payment-card.tsx'
import { PlanCard } from './plan-card.tsx'
import styles from './subscription-details.module.css'

/** A subscription with all that can be done about it. `children` stand before the cancelling. */
export const SubscriptionDetails = ({
  subscription,
  children,
}: {
  subscription: Subscription
  children?: ReactNode
}) => {
  const t = useTranslations('subscription')
  useCardReturn(subscription.id)
  return (
    <div className={styles.details}>
      <PlanCard subscription={subscription} />
      <PaymentCard subscription={subscription} />
      {children}
      <div className={styles.end}>
        {standingOf(subscription) === 'canceled' ? (
          <ButtonLink to={paths.plans}>{t('toPlans')}</ButtonLink>
        ) : (
          <CancelSection subscription={subscription} />
        )}
      </div>
    </div>
  )
}
