import type { Subscription } from '@kitewise/contract/entities'
import { billingPeriod, priceText, trialCancelBefore } from '@kitewise/rules/billing-text'
import { dateText } from '@kitewise/rules/calendar-day'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Cluster } from '../../../components/layout.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Card } from '../../../components/card.tsx'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { periodEndOf, shownStanding, type Standing } from '../subscription-standing.ts'
import styles from './subscription.module.css'

const tones = { trialing: 'good', active: 'good', pastDue: 'bad', pastDueEnding: 'bad' } as const
const toneOf = (standing: Standing) => (standing in tones ? tones[standing as keyof typeof tones] : 'plain')

const badges: Record<Standing, string> = {
  trialing: 'trialing',
  trialEnding: 'ending',
  active: 'active',
  ending: 'ending',
  pastDue: 'past_due',
  pastDueEnding: 'past_due',
  canceled: 'canceled',
  inactive: 'inactive',
}

const dateLabels = {
  trialing: 'firstPayment',
  trialEnding: 'accessUntil',
  active: 'nextPayment',
  ending: 'accessUntil',
  canceled: 'endedOn',
} as const

/** A subscription that ended at once, as by a withdrawal, did not end with its period: that date would be wrong. */
const dateLabelOf = (standing: Standing, isAhead: boolean) => {
  if (standing === 'canceled' && isAhead) return null
  return standing in dateLabels ? dateLabels[standing as keyof typeof dateLabels] : null
}

/** The plan, its price, its state in plain words, and the one date that matters. */
export function PlanCard({ subscription }: { subscription: Subscription }) {
  const t = useTranslations('subscription')
  const day = useDateInSentence()
  const [now] = useState(() => Date.now() / 1000)
  const standing = shownStanding(subscription, now)
  const end = periodEndOf(subscription)
  const price = subscription.items.data[0]?.price
  const next = subscription.next_price
  const chargedWords = chargedWordsOf(subscription)
  const dateLabel = dateLabelOf(standing, end > now)
  return (
    <Card gap={12}>
      <Cluster gap={8} className={styles.top}>
        <h2 className={styles.label}>{t('plan')}</h2>
        <Badge tone={toneOf(standing)}>{t('status', { status: badges[standing] })}</Badge>
      </Cluster>
      {price && (
        <p className={styles.price}>
          {t('price', {
            price: priceText(price.unit_amount, price.currency),
            period: t('period', billingPeriod(price.recurring)),
          })}
        </p>
      )}
      <p className={styles.standing}>
        {t(standing, { end: day(end), cancelBefore: day(trialCancelBefore(end)), price: chargedWords })}
      </p>
      {next && (
        <p className={styles.standing}>
          {t('planChanges', {
            date: day(end),
            price: priceText(next.unit_amount, next.currency),
            period: t('period', billingPeriod(next.recurring)),
          })}
        </p>
      )}
      {(standing === 'trialing' || standing === 'active') && <DiscountWords subscription={subscription} />}
      {dateLabel !== null && (
        <dl className={styles.fact}>
          <dt>{t(dateLabel)}</dt>
          <dd>{dateText(end)}</dd>
        </dl>
      )}
    </Card>
  )
}

/** What the next payment costs: it may be for another plan, and reduced. */
const chargedWordsOf = ({ items, next_price, discount }: Subscription): string => {
  const price = next_price ?? items.data[0]?.price
  return price ? priceText(discount?.unit_amount ?? price.unit_amount, price.currency) : ''
}

/** What a code takes off, and until when. */
const DiscountWords = ({ subscription }: { subscription: Subscription }) => {
  const t = useTranslations('subscription')
  const day = useDateInSentence()
  const charged = chargedWordsOf(subscription)
  const { discount, next_price, items } = subscription
  const price = next_price ?? items.data[0]?.price
  if (!discount || !price) return null
  const words = { price: charged, period: t('period', billingPeriod(price.recurring)) }
  const full = priceText(price.unit_amount, price.currency)
  return (
    <p className={styles.standing}>
      {discount.until === null
        ? t('discountForever', words)
        : t('discountUntil', { ...words, full, date: day(discount.until) })}
    </p>
  )
}
