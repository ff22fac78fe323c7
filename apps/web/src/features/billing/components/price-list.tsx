import { bestSaving } from '@kitewise/rules/compare-plans'
import { priceText } from '@kitewise/rules/billing-text'
import { useTranslations } from 'use-intl'
import { ErrorView } from '../../../components/message-view.tsx'
import { SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { useReadOnShow } from '../../../lib/read-on-show.ts'
import { readPlans } from '../read-plans.ts'
import { PlanLabel, PlanTerms } from './plan-label.tsx'
import styles from './price-list.module.css'

/** The plans to read, with what the most popular one costs after its trial. They're chosen elsewhere. */
export function PriceList() {
  const t = useTranslations('plans')
  const errorText = useErrorText()
  const { data, error, isBusy, retry } = useReadOnShow(readPlans)
  if (data === undefined && error !== undefined)
    return <ErrorView title={t('loadFailed')} message={errorText(error)} onRetry={retry} isRetrying={isBusy} />
  if (data === undefined)
    return (
      <SkeletonScreen>
        <div className={styles.waiting} />
      </SkeletonScreen>
    )
  const best = bestSaving(data)
  const popular = data.find(({ isMostPopular }) => isMostPopular)
  return (
    <div className={styles.prices}>
      <ul className={styles.plans}>
        {data.map((plan) => (
          <li key={plan.productId} className={plan === popular ? styles.popular : styles.plan}>
            <PlanLabel
              plan={plan}
              saving={best?.plan === plan ? priceText(best.saving.amount, plan.currency) : undefined}
            />
          </li>
        ))}
      </ul>
      {popular && <PlanTerms plan={popular} />}
    </div>
  )
}
