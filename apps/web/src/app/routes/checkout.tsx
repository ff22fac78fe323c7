import type { CheckoutStatus, EmbeddedCheckout } from '@kitewise/contract/billing-entities'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, useLocation, useParams } from 'wouter'
import { Badge } from '../../components/badge.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { embeddedCheckoutQuery } from '../../features/billing/api.ts'
import { type CardEntry, CardForm, CheckoutColumns } from '../../features/billing/components/card-form.tsx'
import { PlanSummary, PlanTerms } from '../../features/billing/components/plan-label.tsx'
import { isFromOffer, offerPath } from '../../features/billing/use-checkout.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useHistory } from '../../lib/router.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useHiddenBottomBar } from '../shell/bottom-bar.tsx'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen, ScreenSkeleton } from '../shell/screen.tsx'
import styles from './page.module.css'

const pathAfter = (checkout: EmbeddedCheckout, status: CheckoutStatus): string =>
  status === 'paid' ? checkout.successPath : checkout.failedPath

/** The embedded payment provider's checkout page. It says plainly that it is a test. */
export function CheckoutPage() {
  const { sessionId = '' } = useParams()
  const t = useTranslations('checkout')
  const errorText = useErrorText()
  useHiddenBottomBar(true)
  const { data, error, isBusy, retry } = useRead(embeddedCheckoutQuery(sessionId))
  if (data) return <OpenCheckout checkout={data} />
  if (error === null) return <ScreenSkeleton />
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
  const { sessionId, status, email, plan } = checkout
  const pay = async (card: CardEntry): Promise<boolean> => {
    const answer = await call('POST /api/embedded-checkout/{sessionId}/pay', { params: { sessionId }, body: card })
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
              <PlanSummary plan={plan} />
              <p className={styles.email}>{t('for', { email })}</p>
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
          terms={<PlanTerms plan={plan} />}
          label={plan.trialDays > 0 ? t('startTrial') : t('pay', { price: plan.formattedPrice })}
        />
        <CancelLink label={t('cancel')} />
      </CheckoutColumns>
    </Screen>
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
