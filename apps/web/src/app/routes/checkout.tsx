import type { CheckoutStatus, EmbeddedCheckout } from '@kitewise/contract/billing-entities'
import { priceText } from '@kitewise/rules/billing-text'
import { type MouseEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Redirect, useLocation, useParams } from 'wouter'
import { Badge } from '../../components/badge.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { Select } from '../../components/select.tsx'
import { type CardEntry, CardForm, CheckoutColumns } from '../../features/billing/components/card-form.tsx'
import { PlanSummary, PlanTerms } from '../../features/billing/components/plan-label.tsx'
import { isFromOffer, offerPath } from '../../features/billing/use-checkout.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { browserRegion } from '../../lib/browser-locale.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useHistory } from '../../lib/router.tsx'
import { useReadOnShow } from '../../lib/read-on-show.ts'
import { useHiddenBottomBar } from '../shell/bottom-bar-switch.tsx'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen, ScreenSkeleton } from '../shell/screen.tsx'
import styles from './page.module.css'

const pathAfter = (checkout: EmbeddedCheckout, status: CheckoutStatus): string =>
  status === 'paid' ? checkout.successPath : checkout.failedPath

/** The embedded payment provider's checkout page. It says plainly that it is a test. */
export function CheckoutPage() {
  const { sessionId = '' } = useParams()
  useHiddenBottomBar(true)
  return <LoadCheckout key={sessionId} sessionId={sessionId} />
}

const LoadCheckout = ({ sessionId }: { sessionId: string }) => {
  const t = useTranslations('checkout')
  const errorText = useErrorText()
  const { data, error, isBusy, retry } = useReadOnShow((signal) =>
    call('GET /api/embedded-checkout/{sessionId}', { params: { sessionId }, signal }),
  )
  if (data) return <OpenCheckout checkout={data} />
  if (error === undefined) return <ScreenSkeleton />
  const isGone = error instanceof ApiError && error.status < 500
  return (
    <Screen title={t('title')} header={<SimpleHeader />}>
      <ErrorView
        headingLevel="h1"
        message={isGone ? t('gone') : errorText(error)}
        error={error}
        {...(!isGone && { onRetry: retry })}
        isRetrying={isBusy}
        wayOut={{ label: t('toPlans'), to: paths.plans }}
      />
    </Screen>
  )
}

const OpenCheckout = ({ checkout }: { checkout: EmbeddedCheckout }) => {
  const t = useTranslations('checkout')
  const [, navigate] = useLocation()
  const { sessionId, status, email, plan, coupon, taxRates = [] } = checkout
  const [country, setCountry] = useState(() => guessCountry(taxRates))
  const pay = async (card: CardEntry): Promise<boolean> => {
    const answer = await call('POST /api/embedded-checkout/{sessionId}/pay', {
      params: { sessionId },
      body: { ...card, ...(taxRates.length > 0 && { country }) },
    })
    if (answer.status === 'open') return false
    navigate(pathAfter(checkout, answer.status), { replace: true })
    return true
  }
  if (status !== 'open') return <Redirect to={pathAfter(checkout, status)} replace />
  return (
    <Screen title={t('title')} width="wide" header={<SimpleHeader />}>
      <CheckoutColumns
        order={
          <>
            <h1 className={styles.title}>{t('title')}</h1>
            <Card gap={12}>
              <PlanSummary plan={plan} coupon={coupon} />
              <p className={styles.email}>{t('for', { email })}</p>
              {taxRates.length > 0 && (
                <TaxCountry
                  plan={coupon ? { ...plan, ...coupon } : plan}
                  taxRates={taxRates}
                  country={country}
                  onChange={setCountry}
                />
              )}
            </Card>
            <Card tone="sunken" gap={8}>
              <Badge tone="tail">{t('testBadge')}</Badge>
              <p className={styles.email}>{t('testNote')}</p>
            </Card>
          </>
        }
      >
        <CardForm
          onSend={pay}
          terms={<PlanTerms plan={plan} coupon={coupon} />}
          label={plan.trialDays > 0 ? t('startTrial') : t('pay', { price: (coupon ?? plan).formattedPrice })}
        />
        <CancelLink label={t('cancel')} />
      </CheckoutColumns>
    </Screen>
  )
}

type TaxRates = NonNullable<EmbeddedCheckout['taxRates']>

/** The code that ISO 3166 leaves to users. */
const elsewhere = 'ZZ'

const guessCountry = (taxRates: TaxRates): string => {
  const region = browserRegion()
  return taxRates.find((rate) => rate.country === region)?.country ?? elsewhere
}

type TaxCountryProps = {
  plan: EmbeddedCheckout['plan']
  taxRates: TaxRates
  country: string
  onChange: (country: string) => void
}

/** Where the payer is taxed, and how much tax the price includes there. */
const TaxCountry = ({ plan, taxRates, country, onChange }: TaxCountryProps) => {
  const t = useTranslations('checkout')
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' })
  const known = taxRates.map((rate) => ({ value: rate.country, label: names.of(rate.country) ?? rate.country }))
  const percent = taxRates.find((rate) => rate.country === country)?.percent ?? 0
  const tax = Math.round((plan.unit_amount * percent) / (100 + percent))
  return (
    <>
      <Select
        label={t('country')}
        autoComplete="country"
        value={country}
        options={[...known, { value: elsewhere, label: t('elsewhere') }]}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className={styles.email} role="status">
        {percent === 0
          ? t('noTax')
          : t('includesTax', {
              price: plan.formattedPrice,
              percent: String(percent),
              tax: priceText(tax, plan.currency),
            })}
      </p>
    </>
  )
}

/** If the offer is the previous history entry, goes back to it, so that Back does not show it twice. */
const CancelLink = ({ label }: { label: string }) => {
  const { location, navigator } = useHistory()
  const goBack = (event: MouseEvent): void => {
    if (!isFromOffer(location.state)) return
    event.preventDefault()
    navigator.go(-1)
  }
  return (
    <ButtonLink variant="quiet" to={offerPath()} replace onClick={goBack}>
      {label}
    </ButtonLink>
  )
}
