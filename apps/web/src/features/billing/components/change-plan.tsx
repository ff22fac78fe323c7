import type { PlanChanges } from '@kitewise/contract/billing-entities'
import type { Subscription } from '@kitewise/contract/entities'
import { billingPeriod, planName } from '@kitewise/rules/billing-text'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { call } from '../../../lib/api-client.ts'
import { useServerText } from '../../../lib/error-text.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { useChangePlan } from '../use-manage-subscription.ts'
import styles from './subscription.module.css'

/** Another plan from the next payment on: what is paid today, which is nothing, and what later, stands above the button. */
export function ChangePlan({ subscription }: { subscription: Subscription }) {
  const t = useTranslations('subscription')
  const common = useTranslations('common')
  const serverText = useServerText()
  const [isOpen, setOpen] = useState(false)
  const { id } = subscription
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['plan-changes', id],
    queryFn: ({ signal }) => call('GET /api/subscriptions/{id}/plans', { params: { id }, signal }),
    enabled: isOpen,
    // The plan may have changed since it was asked for last.
    gcTime: 0,
  })
  const close = (): void => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('changePlan')}
      </Button>
      <Sheet isOpen={isOpen} onClose={close} title={t('changePlanTitle')}>
        {data ? (
          <Choice subscription={subscription} changes={data} onClose={close} />
        ) : error ? (
          <Stack gap={12}>
            <FieldError message={serverText(error, t('changePlanLoadFailed'))} />
            <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
              {common('retry')}
            </Button>
          </Stack>
        ) : (
          <SkeletonScreen label={t('changePlanLoading')}>
            <Skeleton height="4.5rem" shape="card" />
            <Skeleton height="4.5rem" shape="card" />
            <Skeleton height="4.5rem" shape="card" />
          </SkeletonScreen>
        )}
      </Sheet>
    </>
  )
}

type ChoiceProps = { subscription: Subscription; changes: PlanChanges; onClose: () => void }

const Choice = ({ subscription, changes: { from, isTrial, plans }, onClose }: ChoiceProps) => {
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
