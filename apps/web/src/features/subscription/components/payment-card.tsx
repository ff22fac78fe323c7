import type { Subscription } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { cardBrand, cardExpiry } from '../../../lib/card-words.ts'
import { standingOf } from '../standing.ts'
import { useCardChange } from '../use-card-change.ts'
import styles from './payment-card.module.css'

type Method = NonNullable<Subscription['default_payment_method']>

/** How the subscription is paid, and the way to another card where a provider has one. */
export const PaymentCard = ({ subscription }: { subscription: Subscription }) => {
  const t = useTranslations('subscription')
  const { open, isOpening, failure } = useCardChange(subscription.id)
  const { default_payment_method: method } = subscription
  const canChange = method !== null && standingOf(subscription) !== 'canceled'
  return (
    <Card className={styles.card}>
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
