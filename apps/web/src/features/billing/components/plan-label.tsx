import type { SalePlan } from '@kitewise/contract/billing-entities'
import { billingLabel } from '@kitewise/rules/billing-label'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Icon } from '../../../components/icon.tsx'
import styles from './plan-label.module.css'

/** A plan in few words: its name, its price and for how long, what is special about it. */
export const PlanLabel = ({ plan }: { plan: SalePlan }) => {
  const t = useTranslations('plans')
  return (
    <span className={styles.plan}>
      <span className={styles.words}>
        <span className={styles.name}>{plan.name}</span>
        {(plan.isMostPopular || plan.trialDays > 0) && (
          <span className={styles.badges}>
            {plan.isMostPopular && (
              <Badge tone="tail" icon={<Icon name="star" isFilled />}>
                {t('mostPopular')}
              </Badge>
            )}
            {plan.trialDays > 0 && <Badge tone="good">{t('trialBadge', { days: plan.trialDays })}</Badge>}
          </span>
        )}
      </span>{' '}
      <span className={styles.price}>
        <strong className={styles.amount}>{plan.formattedPrice}</strong>{' '}
        <span className={styles.period}>/ {billingLabel(plan.recurring)}</span>
      </span>
    </span>
  )
}
