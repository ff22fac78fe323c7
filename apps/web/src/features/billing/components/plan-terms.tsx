import type { SalePlan } from '@kitewise/contract/billing-entities'
import { trialTerms } from '@kitewise/rules/billing-text'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import styles from './plan-terms.module.css'

/** What is charged and when, in plain words. It stands beside the button that agrees to it, in the button's size. */
export const PlanTerms = ({ plan }: { plan: SalePlan }) => {
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
