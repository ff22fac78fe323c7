import type { CouponOffer, SalePlan } from '@kitewise/contract/billing-entities'
import { billingLabel, planName, priceText, trialTerms } from '@kitewise/rules/billing-text'
import { pricePerDay } from '@kitewise/rules/compare-plans'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import styles from './checkout.module.css'

/** @param saving in words, for the plan that saves most */
export function PlanLabel({ plan, saving }: { plan: SalePlan; saving?: string | undefined }) {
  const t = useTranslations('plans')
  const locale = useLocale()
  const hasTrial = plan.trialDays > 0
  const perDay = priceText(pricePerDay(plan), plan.currency)
  return (
    <span className={styles.plan}>
      <span className={styles.lead}>
        <span className={styles.name}>{usePlanName()(plan)}</span>{' '}
        {(plan.isMostPopular || hasTrial || saving !== undefined) && (
          <span className={styles.badges}>
            {plan.isMostPopular && (
              <Badge tone="tail" icon={<Icon name="star" isFilled />}>
                {t('mostPopular')}
              </Badge>
            )}{' '}
            {hasTrial && <Badge tone="good">{t('trialBadge', { days: plan.trialDays })}</Badge>}{' '}
            {saving !== undefined && <Badge tone="good">{t('saves', { saving })}</Badge>}
          </span>
        )}
      </span>{' '}
      <span className={styles.price}>
        <span>
          <strong className={styles.amount}>{plan.formattedPrice}</strong>{' '}
          <span className={styles.period}>/ {billingLabel(plan.recurring, locale)}</span>
        </span>{' '}
        <span className={styles.period}>{t('perDay', { price: perDay })}</span>
      </span>
    </span>
  )
}

export function usePlanName(): (plan: SalePlan) => string {
  const locale = useLocale()
  return ({ name, recurring }) => planName({ name, billing: recurring }, locale)
}

/** "every 12 weeks" */
export function useEvery(): (plan: SalePlan) => string {
  const t = useTranslations('plans')
  return ({ recurring }) => t('every', { interval: recurring.interval, count: recurring.interval_count })
}

/** A plan, and the coupon it is bought with. */
export type Sale = { plan: SalePlan; coupon?: CouponOffer | undefined }

/** The plan in an order: its name, its price, and what is paid today. */
export function PlanSummary({ plan, coupon }: Sale) {
  const t = useTranslations('plans')
  const locale = useLocale()
  const name = usePlanName()
  return (
    <dl className={styles.summary}>
      <div className={styles.row}>
        <dt>{name(plan)}</dt>
        <dd>
          {plan.formattedPrice} <span className={styles.period}>/ {billingLabel(plan.recurring, locale)}</span>
        </dd>
      </div>
      <div className={styles.total}>
        <dt>{t('today')}</dt>
        <dd>{plan.trialDays > 0 ? priceText(0, plan.currency) : (coupon ?? plan).formattedPrice}</dd>
      </div>
    </dl>
  )
}

/** What is charged and when, in plain words, at the same size as the button that agrees to it. */
export function PlanTerms({ plan, coupon }: Sale) {
  const t = useTranslations('plans')
  const day = useDateInSentence()
  const every = useEvery()(plan)
  const [now] = useState(() => Date.now() / 1000)
  const { formattedPrice: price, trialDays } = plan
  const trial = trialTerms(trialDays, now)
  const reduced = useCouponTerms()
  if (coupon) {
    const free = trial && t('couponFree', { date: day(trial.firstChargeAt) })
    return <p className={styles.terms}>{[free, reduced(plan, coupon)].filter(Boolean).join(' ')}</p>
  }
  const words =
    trial === null ? t('terms', { price, every }) : t('chargeLater', { price, every, date: day(trial.firstChargeAt) })
  return <p className={styles.terms}>{words}</p>
}

/** What is paid with a coupon, and until when. */
export function useCouponTerms(): (plan: SalePlan, coupon: CouponOffer) => string {
  const t = useTranslations('plans')
  const day = useDateInSentence()
  const every = useEvery()
  return (plan, { code, formattedPrice: price, duration, until }) => {
    const words = { code, price, full: plan.formattedPrice, every: every(plan) }
    if (duration === 'once') return t('couponOnce', words)
    return until === null ? t('couponForever', words) : t('couponUntil', { ...words, date: day(until) })
  }
}

/** The price of the payment that is due at a moment, in Unix seconds. */
export function priceDue({ plan, coupon }: Sale, dueAt: number, isFirst: boolean): string {
  if (!coupon) return plan.formattedPrice
  const { duration, until } = coupon
  const isReduced = duration === 'once' ? isFirst : until === null || dueAt < until
  return isReduced ? coupon.formattedPrice : plan.formattedPrice
}
