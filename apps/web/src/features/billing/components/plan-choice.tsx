import type { SalePlan } from '@kitewise/contract/billing-entities'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { begunCheckout } from '../begun-checkout.ts'
import { useCheckout } from '../use-checkout.ts'
import { LoadPlans } from './load-plans.tsx'
import styles from './plan-choice.module.css'
import { PlanLabel } from './plan-label.tsx'
import { PlanTerms } from './plan-terms.tsx'
import { WhatYouGet } from './what-you-get.tsx'

/** @param note said below the button, where paying does not follow at once */
type PlanChoiceProps = { note?: string | undefined }

/** The plans to choose from, what they give, what they cost, and the button that leads to the checkout. */
export const PlanChoice = ({ note }: PlanChoiceProps) => (
  <div className={styles.columns}>
    <LoadPlans>{(plans) => <Choice plans={plans} note={note} />}</LoadPlans>
    <WhatYouGet />
  </div>
)

/** The plan of a checkout that was begun and left, else the most popular one, else the first. */
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
