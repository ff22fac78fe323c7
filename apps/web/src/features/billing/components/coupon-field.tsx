import type { SalePlan } from '@kitewise/contract/billing-entities'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { Field } from '../../../components/field.tsx'
import { isEnter } from '../../../lib/typing/is-enter.ts'
import type { CouponChoice } from '../use-coupon.ts'
import styles from './checkout.module.css'

/** Folded away, so that nobody looks for a code they don't have. */
export function CouponField({ plan, coupon }: { plan: SalePlan; coupon: CouponChoice }) {
  const t = useTranslations('plans')
  const { code, setCode, check, isBusy, offer, failure } = coupon
  const checkOnEnter = (event: KeyboardEvent): void => {
    if (!isEnter(event.nativeEvent)) return
    // The form around it would start the payment.
    event.preventDefault()
    check()
  }
  return (
    <Disclosure summary={t('couponAsk')}>
      <div className={styles.coupon}>
        <Field
          label={t('couponLabel')}
          value={code}
          error={failure}
          limit={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
          onKeyDown={checkOnEnter}
        />
        <p role="status">
          {offer && t('couponTakes', { code: offer.code, price: offer.formattedPrice, full: plan.formattedPrice })}
        </p>
        {offer ? (
          <Button type="button" variant="quiet" onClick={() => setCode('')}>
            {t('couponRemove')}
          </Button>
        ) : (
          <Button type="button" variant="secondary" isBusy={isBusy} onClick={check}>
            {t('couponApply')}
          </Button>
        )}
      </div>
    </Disclosure>
  )
}
