import type { PlanChanges } from '@kitewise/contract/billing-entities'
import type { Subscription } from '@kitewise/contract/entities'
import { billingPeriod, planName } from '@kitewise/rules/billing-text'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useChangePlan } from '../use-manage-subscription.ts'
import styles from './subscription.module.css'

type PlanChangeChoiceProps = { subscription: Subscription; changes: PlanChanges; onClose: () => void }

/** The plans to choose from, with today's and later payments of the chosen one above the button. */
export function PlanChangeChoice({ subscription, changes: { from, isTrial, plans }, onClose }: PlanChangeChoiceProps) {
  const t = useTranslations('subscription')
  const locale = useLocale()
  const date = useDateInSentence()(from)
  const next = plans.find(({ isNext }) => isNext)
  const [productId, setProductId] = useState(next?.plan.productId ?? null)
  const manage = useChangePlan(subscription, date, onClose)
  const chosen = plans.find(({ plan }) => plan.productId === productId)
  const words = chosen && {
    date,
    isReduced: chosen.due_amount < chosen.plan.unit_amount ? 'yes' : 'no',
    due: chosen.formattedDue,
    price: chosen.plan.formattedPrice,
    period: t('period', billingPeriod(chosen.plan.recurring)),
  }
  const actions = (
    <Stack gap={8}>
      {words && (
        <div role="status">
          {!chosen.isCurrent && <p>{t('changeToday', { isTrial: isTrial ? 'yes' : 'no', date })}</p>}
          <p>{t(chosen.isCurrent ? 'changeStays' : 'changeLater', words)}</p>
        </div>
      )}
      <FieldError message={manage.failure} />
      <Button
        isBusy={manage.isBusy}
        disabled={!chosen || chosen.isNext}
        onClick={() => chosen && manage.change(chosen.plan.productId, chosen.isCurrent)}
      >
        {t(chosen?.isCurrent ? 'changeKeep' : 'changeConfirm')}
      </Button>
    </Stack>
  )
  return (
    <Stack gap={20}>
      <RadioGroup
        legend={<span className="visually-hidden">{t('changePlanTitle')}</span>}
        options={plans.map(({ plan, isCurrent, isNext }) => ({
          id: plan.productId,
          label: (
            <span className={styles.option}>
              <span className={styles.optionName}>
                <strong>{planName({ name: plan.name, billing: plan.recurring }, locale)}</strong>{' '}
                {isCurrent && <Badge>{t('yourPlanNow')}</Badge>}
                {isNext && !isCurrent && <Badge tone="good">{t('comesNext')}</Badge>}
              </span>{' '}
              <span>
                {t('price', { price: plan.formattedPrice, period: t('period', billingPeriod(plan.recurring)) })}
              </span>
            </span>
          ),
        }))}
        value={productId}
        onChange={setProductId}
      />
      {actions}
    </Stack>
  )
}
