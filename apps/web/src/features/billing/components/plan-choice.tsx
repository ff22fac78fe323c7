import type { SalePlan } from '@kitewise/contract/billing-entities'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRead } from '../../../lib/use-read.ts'
import { plansQuery } from '../api.ts'
import { begunCheckout } from '../begun-checkout.ts'
import { useCheckout } from '../use-checkout.ts'
import styles from './checkout.module.css'
import { PlanLabel, PlanTerms } from './plan-label.tsx'

/** @param note shown below the button when paying is not the next step */
type PlanChoiceProps = { note?: string | undefined }

export function PlanChoice({ note }: PlanChoiceProps) {
  return (
    <div className={styles.columns}>
      <LoadPlans>{(plans) => <Choice plans={plans} note={note} />}</LoadPlans>
      <WhatYouGet />
    </div>
  )
}

/** The plan of an abandoned checkout, else the most popular one, else the first. */
const firstChoiceOf = (plans: readonly [SalePlan, ...SalePlan[]]): SalePlan => {
  const begun = begunCheckout.read()
  const again = plans.find(({ productId }) => productId === begun?.productId)
  return again ?? plans.find(({ isMostPopular }) => isMostPopular) ?? plans[0]
}

const Choice = ({ plans, note }: PlanChoiceProps & { plans: readonly [SalePlan, ...SalePlan[]] }) => {
  const t = useTranslations('plans')
  const [productId, setProductId] = useState(() => firstChoiceOf(plans).productId)
  const { start, isBusy, failure } = useCheckout()
  const chosen = plans.find((plan) => plan.productId === productId)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    start(chosen?.productId || null)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <RadioGroup
        legend={<span className="visually-hidden">{t('choose')}</span>}
        options={plans.map((plan) => ({ id: plan.productId, label: <PlanLabel plan={plan} /> }))}
        value={productId}
        onChange={setProductId}
      />
      {chosen && <PlanTerms plan={chosen} />}
      <FieldError message={failure?.text} />
      {failure?.wayOut && (
        <ButtonLink variant="secondary" to={failure.wayOut.to}>
          {failure.wayOut.label}
        </ButtonLink>
      )}
      <Button type="submit" isBusy={isBusy}>
        {chosen && chosen.trialDays > 0 ? t('startTrial') : t('continue')}
      </Button>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </form>
  )
}

type LoadPlansProps = { children: (plans: readonly [SalePlan, ...SalePlan[]]) => ReactNode }

const LoadPlans = ({ children }: LoadPlansProps) => {
  const t = useTranslations('plans')
  const errorText = useErrorText()
  const sessionNumber = useSession((state) => state.number)
  const { data, error, isBusy, retry } = useRead(plansQuery(sessionNumber))
  if (data) {
    const [first, ...others] = data
    return first ? children([first, ...others]) : <EmptyView title={t('none')} message={t('noneNote')} />
  }
  if (error === null) return <PlansSkeleton />
  return (
    <ErrorView title={t('loadFailed')} message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
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

const benefits = ['getLessons', 'getPractice', 'getPace', 'getCancel'] as const

const WhatYouGet = () => {
  const t = useTranslations('plans')
  return (
    <Card tone="kite" className={styles.card}>
      <h2 className={styles.title}>{t('whatYouGet')}</h2>
      <ul className={styles.list}>
        {benefits.map((benefit) => (
          <li key={benefit} className={styles.item}>
            <Icon name="check" />
            <span>{t(benefit)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
