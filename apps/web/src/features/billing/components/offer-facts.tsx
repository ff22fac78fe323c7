import type { SalePlan } from '@kitewise/contract/billing-entities'
import { priceText } from '@kitewise/rules/billing-text'
import { bestSaving, lookAlikes } from '@kitewise/rules/compare-plans'
import { refundRule } from '@kitewise/rules/refund'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../../lib/paths.ts'
import { Fact, FactList } from './fact-list.tsx'
import { usePlanName } from './plan-label.tsx'

type OfferFactsProps = { plan: SalePlan; plans: readonly SalePlan[]; languages: ReactNode }

/** What one wants to know before paying: the refund, the card, the saving, the two plans that look alike, the languages. */
export function OfferFacts({ plan, plans, languages }: OfferFactsProps) {
  const t = useTranslations('plans')
  const { days, guides: lessons, inARow } = refundRule(plan.recurring)
  return (
    <FactList title={t('goodToKnow')} isSmall>
      <Fact icon="retry">
        {t('refund', { days, lessons, inARow: inARow ? 'yes' : 'no' })}{' '}
        <Link to={paths.subscriptionTerms}>{t('refundRule')}</Link>
      </Fact>
      <Fact icon="lock">{t('cardSafety')}</Fact>
      <Comparison plans={plans} />
      {languages !== null && <Fact icon="courses">{languages}</Fact>}
    </FactList>
  )
}

const Comparison = ({ plans }: { plans: readonly SalePlan[] }) => {
  const t = useTranslations('plans')
  const name = usePlanName()
  const best = bestSaving(plans)
  const alike = lookAlikes(plans)
  return (
    <>
      {best && (
        <Fact icon="star">
          {t('saving', {
            plan: name(best.plan),
            saving: priceText(best.saving.amount, best.plan.currency),
            times: best.saving.times,
            against: name(best.saving.against),
          })}
        </Fact>
      )}
      {alike && (
        <Fact icon="help">
          {t('whyBoth', { weeks: name(alike.weeks), month: name(alike.month), days: alike.month.trialDays })}
        </Fact>
      )}
    </>
  )
}
