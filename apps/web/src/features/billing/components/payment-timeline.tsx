import { nextChargeAt, priceText, trialCancelBefore, trialTerms } from '@kitewise/rules/billing-text'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import styles from './payment-timeline.module.css'
import { priceDue, type Sale, useCouponTerms, useEvery } from './plan-label.tsx'

type Knot = { when: string; what: string; note?: string; isCharge?: boolean }

/** What is paid on which day, as knots on a string: today, the reminder, the first charge. */
export function PaymentTimeline({ plan, coupon }: Sale) {
  const t = useTranslations('plans')
  const knots = useKnots({ plan, coupon })
  return (
    <section className={styles.timeline}>
      <h2 className={styles.title}>{t('timeline')}</h2>
      <ol key={plan.productId} className={styles.knots}>
        {knots.map(({ when, what, note, isCharge }) => (
          <li key={when} className={isCharge ? styles.charge : styles.knot}>
            <p className={styles.when}>{when}</p>
            <p className={styles.what}>{what}</p>
            {note !== undefined && <p className={styles.note}>{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const useKnots = (sale: Sale): Knot[] => {
  const { plan, coupon } = sale
  const t = useTranslations('plans')
  const day = useDateInSentence()
  const every = useEvery()(plan)
  const couponTerms = useCouponTerms()
  const [now] = useState(() => Date.now() / 1000)
  const { formattedPrice: price, trialDays, currency, recurring } = plan
  const trial = trialTerms(trialDays, now)
  if (trial === null) {
    const next = nextChargeAt(recurring, now)
    return [
      { when: t('today'), what: t('todayPaid', { price: priceDue(sale, now, true) }), isCharge: true },
      {
        when: day(next),
        what: t('nextCharge', { price: priceDue(sale, next, false) }),
        note: t('stopBefore', { date: day(trialCancelBefore(next)) }),
      },
    ]
  }
  const later = coupon ? couponTerms(plan, coupon) : t('thenEvery', { price, every })
  const cancel = t('cancelBefore', { date: day(trial.cancelBefore) })
  return [
    {
      when: t('today'),
      what: t('todayFree', { price: priceText(0, currency) }),
      note: t('oncePerPerson', { days: trialDays }),
    },
    ...(trial.remindAt === null ? [] : [{ when: day(trial.remindAt), what: t('reminder'), note: cancel }]),
    {
      when: day(trial.firstChargeAt),
      what: t('firstCharge', { price: priceDue(sale, trial.firstChargeAt, true) }),
      note: trial.remindAt === null ? cancel : later,
      isCharge: true,
    },
  ]
}
