import type { SalePlan } from '@kitewise/contract/billing-entities'
import { priceText } from '@kitewise/rules/billing-text'
import { bestSaving } from '@kitewise/rules/compare-plans'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { ActionBar } from '../../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { useReadOnShow } from '../../../lib/read-on-show.ts'
import { begunCheckout } from '../begun-checkout.ts'
import { readPlans } from '../read-plans.ts'
import { useCheckout } from '../use-checkout.ts'
import { type CouponChoice, useCoupon } from '../use-coupon.ts'
import styles from './checkout.module.css'
import { CouponField } from './coupon-field.tsx'
import { OfferFacts } from './offer-facts.tsx'
import { PaymentTimeline } from './payment-timeline.tsx'
import { PlanLabel, PlanTerms } from './plan-label.tsx'
import { WhatYouGet } from './what-you-get.tsx'

type PlanChoiceProps = {
  /** The title of the screen, and what belongs to it. */
  intro: ReactNode
  /** In which languages the lessons are. */
  languages: ReactNode
  /** Shown below the button when paying is not the next step. */
  note?: string | undefined
  /** Other ways on, after everything else. */
  others?: ReactNode
}

/**
 * The plans with everything to know before paying. On a phone the button sticks to the bottom; a laptop shows plans and
 * button beside the rest.
 */
export function PlanChoice(props: PlanChoiceProps) {
  const t = useTranslations('plans')
  const errorText = useErrorText()
  const { data, error, isBusy, retry } = useReadOnShow(readPlans)
  if (data) {
    const [first, ...others] = data
    if (first) return <Choice plans={[first, ...others]} {...props} />
  }
  return (
    <div className={styles.offer}>
      <div className={styles.intro}>{props.intro}</div>
      <div className={styles.buy}>
        {data && <EmptyView title={t('none')} message={t('noneNote')} />}
        {!data && error === undefined && <PlansSkeleton />}
        {!data && error !== undefined && (
          <ErrorView
            title={t('loadFailed')}
            message={errorText(error)}
            error={error}
            onRetry={retry}
            isRetrying={isBusy}
          />
        )}
      </div>
      <div className={styles.more}>
        <WhatYouGet />
        {props.others}
      </div>
    </div>
  )
}

/** The plan of an abandoned checkout, else the most popular one, else the first. */
const firstChoiceOf = (plans: readonly [SalePlan, ...SalePlan[]]): SalePlan => {
  const begun = begunCheckout.read()
  const again = plans.find(({ productId }) => productId === begun?.productId)
  return again ?? plans.find(({ isMostPopular }) => isMostPopular) ?? plans[0]
}

const Choice = ({
  plans,
  intro,
  languages,
  note,
  others,
}: PlanChoiceProps & { plans: readonly [SalePlan, ...SalePlan[]] }) => {
  const t = useTranslations('plans')
  const [productId, setProductId] = useState(() => firstChoiceOf(plans).productId)
  const chosen = plans.find((plan) => plan.productId === productId) ?? plans[0]
  const coupon = useCoupon(chosen.productId)
  const best = bestSaving(plans)
  const savingIn = (plan: SalePlan): string | undefined =>
    best?.plan === plan ? priceText(best.saving.amount, plan.currency) : undefined
  return (
    <div className={styles.offer}>
      <div className={styles.intro}>{intro}</div>
      <Buy plan={chosen} coupon={coupon} note={note}>
        <div className={styles.panel}>
          <RadioGroup
            legend={<span className="visually-hidden">{t('choose')}</span>}
            options={plans.map((plan) => ({
              id: plan.productId,
              label: <PlanLabel plan={plan} saving={savingIn(plan)} />,
            }))}
            value={productId}
            onChange={setProductId}
          />
          <CouponField plan={chosen} coupon={coupon} />
          <PaymentTimeline plan={chosen} coupon={coupon.offer} />
        </div>
      </Buy>
      <div className={styles.more}>
        <WhatYouGet />
        <OfferFacts plan={chosen} plans={plans} languages={languages} />
        {others}
      </div>
    </div>
  )
}

type BuyProps = { plan: SalePlan; coupon: CouponChoice; note: string | undefined; children: ReactNode }

const Buy = ({ plan, coupon, note, children }: BuyProps) => {
  const t = useTranslations('plans')
  const { start, isBusy, failure } = useCheckout()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // A code that was typed and not used yet is checked first: nobody pays more than they think.
    if (coupon.isUnchecked) return coupon.check()
    start(plan.productId || null, coupon.offer?.couponId ?? null)
  }
  return (
    <form className={styles.buy} onSubmit={submit}>
      {children}
      <ActionBar className={styles.action}>
        <PlanTerms plan={plan} coupon={coupon.offer} />
        <FieldError message={failure?.text} />
        {failure?.wayOut && (
          <ButtonLink variant="secondary" to={failure.wayOut.to}>
            {failure.wayOut.label}
          </ButtonLink>
        )}
        <Button type="submit" isBusy={isBusy || coupon.isBusy}>
          {t(plan.trialDays > 0 ? 'startTrial' : 'continue')}
        </Button>
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </ActionBar>
    </form>
  )
}

const PlansSkeleton = () => (
  <SkeletonScreen>
    <Skeleton height="5rem" shape="card" />
    <Skeleton height="5rem" shape="card" />
    <Skeleton height="6rem" shape="card" />
    <Skeleton height="5rem" shape="card" />
  </SkeletonScreen>
)
