import type { Subscription } from '@kitewise/contract/entities'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { paths } from '../../../lib/paths.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { cardBrand, cardExpiry } from '../card-words.ts'
import { periodEndOf, shownStanding } from '../subscription-standing.ts'
import { useCardChange, useCardReturn, useManageSubscription } from '../use-manage-subscription.ts'
import { ChangePlan } from './change-plan.tsx'
import { PlanCard } from './plan-card.tsx'
import styles from './subscription.module.css'

/** The plan with its cancellation first: after canceling, the way back stays in sight. @param children come last */
export function SubscriptionDetails({ subscription, children }: { subscription: Subscription; children?: ReactNode }) {
  const t = useTranslations('subscription')
  useCardReturn(subscription.id)
  const [now] = useState(() => Date.now() / 1000)
  const hasEnded = shownStanding(subscription, now) === 'canceled'
  return (
    <div className={styles.details}>
      <Stack gap="cards">
        <PlanCard subscription={subscription} />
        {hasEnded ? (
          <ButtonLink to={paths.plans}>{t('toPlans')}</ButtonLink>
        ) : isGranted(subscription) ? null : (
          <>
            {isChangeable(subscription, now) && <ChangePlan subscription={subscription} />}
            <CancelSection subscription={subscription} />
          </>
        )}
      </Stack>
      <Stack gap="cards">
        {subscription.organization ? (
          <PaidByCard organization={subscription.organization.name} />
        ) : (
          <>
            <PaymentCard subscription={subscription} hasEnded={hasEnded} />
            {children}
          </>
        )}
      </Stack>
    </div>
  )
}

/** A plan that renews and is paid at a provider. An open payment has to be made first, and a cancellation taken back. */
const isChangeable = (subscription: Subscription, now: number): boolean => {
  const standing = shownStanding(subscription, now)
  const isPaid = subscription.default_payment_method !== null && !subscription.organization
  return isPaid && (standing === 'active' || standing === 'trialing')
}

/** Access without a payment: nothing renews, so there is nothing to cancel or to keep. */
const isGranted = ({ cancel_at_period_end: isEnding, items }: Subscription): boolean =>
  isEnding && items.data[0]?.price.unit_amount === 0

/** A seat: the learner pays nothing, so there is no card and no refund. */
const PaidByCard = ({ organization }: { organization: string }) => {
  const t = useTranslations('subscription')
  return (
    <Card gap={12}>
      <p className={styles.method}>{t('paidBy', { organization })}</p>
      <ButtonLink variant="secondary" to={paths.team}>
        {t('toTeam')}
      </ButtonLink>
    </Card>
  )
}

type Method = NonNullable<Subscription['default_payment_method']>

const PaymentCard = ({ subscription, hasEnded }: { subscription: Subscription; hasEnded: boolean }) => {
  const t = useTranslations('subscription')
  const { open, isOpening, failure } = useCardChange(subscription.id)
  const { default_payment_method: method } = subscription
  const canChange = method !== null && !hasEnded
  return (
    <Card gap={12}>
      <h2 className={styles.label}>{t('paymentMethod')}</h2>
      {method ? <MethodWords method={method} /> : <p className={styles.soft}>{t('noPaymentMethod')}</p>}
      {canChange && (
        <Button variant="secondary" isBusy={isOpening} onClick={open}>
          {t('changeCard')}
        </Button>
      )}
      <FieldError message={failure} />
    </Card>
  )
}

const MethodWords = ({ method: { type, card } }: { method: Method }) => {
  const t = useTranslations('subscription')
  if (!card) return <p className={styles.method}>{type}</p>
  const words = { brand: cardBrand(card.brand), last4: card.last4 }
  return (
    <div className={styles.method}>
      <Icon name="card" />
      <p>
        <span aria-hidden="true">{t('card', words)}</span>
        <span className="visually-hidden">{t('cardSpoken', words)}</span>
      </p>
      <p className={styles.soft}>{t('expires', { date: cardExpiry(card) })}</p>
    </div>
  )
}

/** Canceling takes two presses: the button and one plain question. A scheduled cancellation can be undone here. */
const CancelSection = ({ subscription }: { subscription: Subscription }) => {
  const t = useTranslations('subscription')
  const [isAsking, setAsking] = useState(false)
  const [isJustCanceled, setJustCanceled] = useState(false)
  const manage = useManageSubscription(subscription, () => {
    setAsking(false)
    setJustCanceled(true)
  })
  const isPastDue = subscription.status === 'past_due'
  const end = useDateInSentence()(periodEndOf(subscription))

  const ask = (): void => {
    manage.forgetFailure()
    setAsking(true)
  }
  if (subscription.cancel_at_period_end)
    return (
      <Stack gap={8}>
        {isJustCanceled && <CanceledNote text={t('canceledNow', { isPastDue: isPastDue ? 'yes' : 'no', end })} />}
        <Button variant="secondary" disabled>
          {t('scheduled')}
        </Button>
        <Button variant="quiet" isBusy={manage.isResuming} onClick={manage.resume}>
          {t('keep')}
        </Button>
        <FieldError message={manage.resumeFailure} />
      </Stack>
    )
  const actions = (
    <Stack gap={8}>
      <FieldError message={manage.cancelFailure} />
      <Button variant="danger" isBusy={manage.isCanceling} onClick={manage.cancel}>
        {t('confirmCancel')}
      </Button>
      <Button variant="quiet" onClick={() => setAsking(false)}>
        {t('keep')}
      </Button>
    </Stack>
  )
  return (
    <>
      <Button variant="secondary" onClick={ask}>
        {t('cancel')}
      </Button>
      <Sheet isOpen={isAsking} onClose={() => setAsking(false)} title={t('cancelTitle')} footer={actions}>
        <p>{isPastDue ? t('cancelPastDueNote') : t('cancelNote', { end })}</p>
      </Sheet>
    </>
  )
}

/** Takes the focus, so that it is read out, and brings the way back above the bottom bar. */
const CanceledNote = ({ text }: { text: string }) => {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    note.current?.focus({ preventScroll: true })
    note.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <p ref={note} tabIndex={-1} className={styles.canceledNow}>
      {text}
    </p>
  )
}
