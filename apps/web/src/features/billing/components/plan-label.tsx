import type { SalePlan } from '@kitewise/contract/billing-entities'
import { billingLabel, planName } from '@kitewise/rules/billing-text'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Icon } from '../../../components/icon.tsx'
import styles from './plan-label.module.css'

/** A plan in few words: its name, what is special about it, its price and for how long. */
export const PlanLabel = ({ plan }: { plan: SalePlan }) => {
  const t = useTranslations('plans')
  const locale = useLocale()
  const hasTrial = plan.trialDays > 0
  return (
    <span className={styles.plan}>
      <span className={styles.name}>{planName({ name: plan.name, billing: plan.recurring }, locale)}</span>
      {(plan.isMostPopular || hasTrial) && (
        <span className={styles.badges}>
          {plan.isMostPopular && (
            <Badge tone="tail" icon={<Icon name="star" isFilled />}>
              {t('mostPopular')}
            </Badge>
          )}{' '}
          {hasTrial && <Badge tone="good">{t('trialBadge', { days: plan.trialDays })}</Badge>}
        </span>
      )}{' '}
      <span className={styles.price}>
        <strong className={styles.amount}>{plan.formattedPrice}</strong>{' '}
        <span className={styles.period}>/ {billingLabel(plan.recurring, locale)}</span>
      </span>
    </span>
  )
}
