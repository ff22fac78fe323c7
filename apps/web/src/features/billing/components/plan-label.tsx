import type { SalePlan } from '@kitewise/contract/billing-entities'
import { billingLabel, planName, trialTerms } from '@kitewise/rules/billing-text'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import styles from './checkout.module.css'

export function PlanLabel({ plan }: { plan: SalePlan }) {
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

/** What is charged and when, in plain words, at the same size as the button that agrees to it. */
export function PlanTerms({ plan }: { plan: SalePlan }) {
  const t = useTranslations('plans')
  const day = useDateInSentence()
  const [now] = useState(() => Date.now() / 1000)
  const { formattedPrice: price, recurring, trialDays } = plan
  const every = t('every', { interval: recurring.interval, count: recurring.interval_count })
  const trial = trialTerms(trialDays, now)
  if (trial === null) return <p className={styles.terms}>{t('terms', { price, every })}</p>
  return (
    <p className={styles.terms}>
      {t('trialTerms', {
        price,
        every,
        days: trialDays,
        end: day(trial.trialEndsAt),
        charge: day(trial.firstChargeAt),
        cancel: day(trial.cancelBefore),
      })}
    </p>
  )
}
