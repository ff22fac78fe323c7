import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, useSearchParams } from 'wouter'
import { Stack } from '../../components/layout.tsx'
import { buttonClass, ButtonLink } from '../../components/button.tsx'
import { CalmKite, TangledKite } from '../../components/kite-drawing.tsx'
import { LiftingKite, SteadyKite } from '../../components/kite-moods.tsx'
import { offerPath } from '../../features/billing/use-checkout.ts'
import { useClaim } from '../../features/billing/use-claim.ts'
import { call } from '../../lib/api-client.ts'
import { supportMailto } from '../../lib/brand.ts'
import { FirstMinute } from '../../features/onboarding/components/first-minute.tsx'
import { paths } from '../../lib/paths.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { leftScreen } from '../../lib/session/wanted-screen.ts'
import { storedValue } from '../../lib/stored-value.ts'
import { useActionOnShow } from '../../lib/use-action.ts'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

/** After the checkout. The page grants nothing by itself: it waits for the provider's result and then moves on. */
export function SubscriptionSuccessPage() {
  const [search] = useSearchParams()
  const sessionId = search.get('session_id')
  return <CheckoutResult key={sessionId} sessionId={sessionId} />
}

const CheckoutResult = ({ sessionId }: { sessionId: string | null }) => {
  const t = useTranslations('subscriptionResult')
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const claim = useClaim(sessionId)

  if (claim.state === 'failed') return <Redirect to={paths.subscriptionFailed} replace />
  if (claim.state === 'waiting') return <WaitingScene isSlow={claim.isSlow} />
  if (claim.state === 'unknown') return <UnknownPayment sessionId={claim.sessionId} />
  if (claim.canSetPin) return <DayOne email={claim.email} checkout={sessionId} />
  if (isAuthenticated) return <ToWhereLearnerWas />
  return (
    <Screen title={t('paidTitle')}>
      <ResultScene kite={<LiftingKite />} title={t('paidTitle')} text={t('paid', { email: claim.email })}>
        <ButtonLink to={paths.login}>{t('toLogin')}</ButtonLink>
        <ButtonLink variant="secondary" to={paths.restorePass}>
          {t('noPin')}
        </ButtonLink>
      </ResultScene>
    </Screen>
  )
}

/** Which checkout's first minute this tab has shown: Back from the PIN must not show it again. */
const shownFor = storedValue('first_minute', 'tab')

const DayOne = ({ email, checkout }: { email: string; checkout: string | null }) => {
  const t = useTranslations('subscriptionResult')
  const [isNew] = useState(() => shownFor.read() !== (checkout ?? email))
  useEffect(() => shownFor.write(checkout ?? email), [checkout, email])
  const pinPath = paths.pinFor(email)
  if (!isNew) return <Redirect to={pinPath} replace />
  return (
    <Screen title={t('startTitle')}>
      <FirstMinute pinPath={pinPath} />
    </Screen>
  )
}

/** The plan has started: back to the screen that required one, else to the dashboard. */
const ToWhereLearnerWas = () => {
  const [place] = useState(() => leftScreen.read() ?? paths.dashboard)
  useEffect(() => session.setNeedsPlan(false), [])
  return <Redirect to={place} replace />
}

const WaitingScene = ({ isSlow }: { isSlow: boolean }) => {
  const t = useTranslations('subscriptionResult')
  return (
    <Screen title={t('waitingTitle')}>
      <ResultScene kite={<SteadyKite />} title={t('waitingTitle')} text={t(isSlow ? 'slow' : 'waiting')} />
    </Screen>
  )
}

/** The address alone opens no account, so the way in is mailed to the address of the payment. */
const UnknownPayment = ({ sessionId }: { sessionId: string | null }) => {
  const t = useTranslations('subscriptionResult')
  const order = useActionOnShow(async () => {
    if (sessionId === null) return { sent: false }
    return call('POST /api/checkout/{sessionId}/mail', { params: { sessionId } })
  })
  if (order.data === undefined && order.error === undefined) return <WaitingScene isSlow={false} />
  return (
    <Screen title={t('unknownTitle')}>
      <ResultScene kite={<CalmKite />} title={t('unknownTitle')} text={t(order.data?.sent ? 'confirming' : 'unknown')}>
        <ButtonLink to={paths.login}>{t('toLogin')}</ButtonLink>
        <ButtonLink variant="secondary" to={paths.restorePass}>
          {t('noPin')}
        </ButtonLink>
      </ResultScene>
    </Screen>
  )
}

/** A failed checkout. Everything entered is kept, so a retry is one step away. Canceling is not a failure. */
export function SubscriptionFailedPage() {
  const t = useTranslations('subscriptionResult')
  const [search] = useSearchParams()
  if (search.get('reason') === 'canceled') return <Redirect to={offerPath()} replace />
  return (
    <Screen title={t('failedTitle')}>
      <ResultScene kite={<TangledKite />} title={t('failedTitle')} text={t('failed')}>
        <ButtonLink to={offerPath()}>{t('tryAgain')}</ButtonLink>
        <a className={buttonClass({ variant: 'quiet' })} href={supportMailto(t('failedTitle'))}>
          {t('askUs')}
        </a>
      </ResultScene>
    </Screen>
  )
}

type ResultSceneProps = { kite: ReactNode; title: string; text: string; children?: ReactNode }

/** The outcome of a checkout, and where to go. Announced to screen readers when it changes. */
const ResultScene = ({ kite, title, text, children }: ResultSceneProps) => (
  <div className={styles.messageContent}>
    {kite}
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.text} role="status">
      {text}
    </p>
    {children !== undefined && <Stack gap={8}>{children}</Stack>}
  </div>
)
