import type { EmbeddedCardPage } from '@kitewise/contract/billing-entities'
import { useTranslations } from 'use-intl'
import { Redirect, useLocation, useParams } from 'wouter'
import { Stack } from '../../components/layout.tsx'
import { Badge } from '../../components/badge.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { cardBrand, cardExpiry } from '../../features/billing/card-words.ts'
import { type CardEntry, CardForm } from '../../features/billing/components/card-form.tsx'
import { ApiError, call } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useReadOnShow } from '../../lib/read-on-show.ts'
import { useHiddenBottomBar } from '../shell/bottom-bar-switch.tsx'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen, ScreenSkeleton } from '../shell/screen.tsx'
import styles from './page.module.css'

/** The embedded payment provider's page for changing the card. It says plainly that it is a test. */
export function CheckoutCardPage() {
  const { pageId = '' } = useParams()
  useHiddenBottomBar(true)
  return <LoadPage key={pageId} pageId={pageId} />
}

const LoadPage = ({ pageId }: { pageId: string }) => {
  const errorText = useErrorText()
  const { data, error, isBusy, retry } = useReadOnShow((signal) =>
    call('GET /api/embedded-card-page/{pageId}', { params: { pageId }, signal }),
  )
  if (data?.status === 'changed') return <Redirect to={data.changedPath} replace />
  if (data?.status === 'open') return <OpenPage page={data} />
  if (!data && error === undefined) return <ScreenSkeleton />
  const isOver = data !== undefined || (error instanceof ApiError && error.status < 500)
  return <ClosedPage message={isOver ? null : errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
}

type ClosedPageProps = { message: string | null; error: unknown; onRetry: () => void; isRetrying: boolean }

/** @param message null when the page has expired, so a retry cannot help */
const ClosedPage = ({ message, error, onRetry, isRetrying }: ClosedPageProps) => {
  const t = useTranslations('checkout')
  return (
    <Screen title={t('cardTitle')} header={<SimpleHeader />}>
      <ErrorView
        headingLevel="h1"
        message={message ?? t('cardOver')}
        error={error}
        {...(message !== null && { onRetry })}
        isRetrying={isRetrying}
        wayOut={{ label: t('toSubscription'), to: paths.subscription }}
      />
    </Screen>
  )
}

const OpenPage = ({ page }: { page: EmbeddedCardPage }) => {
  const t = useTranslations('checkout')
  const [, navigate] = useLocation()
  const { pageId, card, changedPath, returnPath } = page
  const change = async (entry: CardEntry): Promise<boolean> => {
    const { status } = await call('POST /api/embedded-card-page/{pageId}/change', { params: { pageId }, body: entry })
    if (status === 'open') return false
    navigate(status === 'changed' ? changedPath : returnPath, { replace: true })
    return true
  }
  return (
    <Screen title={t('cardTitle')} header={<SimpleHeader />}>
      <Stack gap={20}>
        <Card tone="sunken" gap={8}>
          <Badge tone="tail">{t('cardTestBadge')}</Badge>
          <p>{t('testNote')}</p>
        </Card>
        <h1 className={styles.title}>{t('cardTitle')}</h1>
        <p className={styles.email}>
          {t('cardNow', { brand: cardBrand(card.brand), last4: card.last4, date: cardExpiry(card) })}
        </p>
        <CardForm onSend={change} terms={<p>{t('cardTerms')}</p>} label={t('cardSave')} />
        <ButtonLink variant="quiet" to={returnPath} replace>
          {t('cardCancel')}
        </ButtonLink>
      </Stack>
    </Screen>
  )
}
