import type { EmbeddedInvoice } from '@kitewise/contract/seat-entities'
import { priceText } from '@kitewise/rules/billing-text'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { Badge } from '../../components/badge.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { FieldError } from '../../components/field.tsx'
import { Stack } from '../../components/layout.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { ApiError, call } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useAction } from '../../lib/use-action.ts'
import { useDateInSentence } from '../../lib/use-date-in-sentence.ts'
import { useRead } from '../../lib/use-read.ts'
import { useHiddenBottomBar } from '../shell/bottom-bar-switch.tsx'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen, ScreenSkeleton } from '../shell/screen.tsx'
import styles from './page.module.css'

const invoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['embedded-invoice', invoiceId],
    queryFn: ({ signal }) => call('GET /api/embedded-invoice/{invoiceId}', { params: { invoiceId }, signal }),
  })

/** The embedded payment provider's page of an invoice. It says plainly that it is a test. */
export function CheckoutInvoicePage() {
  const { invoiceId = '' } = useParams()
  const t = useTranslations('checkoutInvoice')
  const errorText = useErrorText()
  useHiddenBottomBar(true)
  const { data, error, isBusy, retry } = useRead(invoiceQuery(invoiceId))
  if (data) return <Invoice invoice={data} />
  if (error === null) return <ScreenSkeleton />
  const isOver = error instanceof ApiError && error.status < 500
  return (
    <Screen title={t('title')} header={<SimpleHeader />}>
      <ErrorView
        headingLevel="h1"
        message={isOver ? t('unknown') : errorText(error)}
        error={error}
        {...(!isOver && { onRetry: retry })}
        isRetrying={isBusy}
        wayOut={{ label: t('back'), to: paths.teamPlan }}
      />
    </Screen>
  )
}

const Invoice = ({ invoice }: { invoice: EmbeddedInvoice }) => {
  const t = useTranslations('checkoutInvoice')
  const day = useDateInSentence()
  const { number, state, amount, currency, createdAt, dueAt, seats, company, returnPath } = invoice
  const total = priceText(amount, currency)
  const address = [
    company.legalName,
    company.street,
    company.addressLine2,
    `${company.postalCode} ${company.city}`.trim(),
    company.country,
  ].filter((line) => line !== '')
  return (
    <Screen title={t('title')} header={<SimpleHeader />}>
      <Stack gap={20}>
        <Card tone="sunken" gap={8}>
          <Badge tone="tail">{t('test')}</Badge>
          <p>{t('testNote')}</p>
        </Card>
        <h1 className={styles.title}>{t('numbered', { number })}</h1>
        <Card gap={12}>
          <address className={styles.address}>
            {address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          {company.vatId !== '' && <p>{t('vatId', { vatId: company.vatId })}</p>}
          {company.purchaseOrder !== '' && <p>{t('purchaseOrder', { purchaseOrder: company.purchaseOrder })}</p>}
          <p>{t('seats', { count: seats })}</p>
          <p>{t('made', { date: day(createdAt) })}</p>
          {dueAt !== null && state === 'open' && <p>{t('due', { date: day(dueAt) })}</p>}
          <p className={styles.strong}>{t('total', { total })}</p>
        </Card>
        {state === 'open' ? (
          <Pay invoice={invoice} />
        ) : (
          <Badge tone={state === 'paid' ? 'good' : 'plain'}>{t(`states.${state}`)}</Badge>
        )}
        <ButtonLink variant="quiet" to={returnPath}>
          {t('back')}
        </ButtonLink>
      </Stack>
    </Screen>
  )
}

const Pay = ({ invoice }: { invoice: EmbeddedInvoice }) => {
  const t = useTranslations('checkoutInvoice')
  const errorText = useErrorText()
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const { run, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      const { invoiceId } = invoice
      const paid = await call('POST /api/embedded-invoice/{invoiceId}/pay', { params: { invoiceId } })
      client.setQueryData(invoiceQuery(invoiceId).queryKey, paid)
    } catch (error) {
      setFailure(errorText(error))
    }
  })
  return (
    <Stack gap={12}>
      <FieldError message={failure} />
      <Button isBusy={isBusy} onClick={() => run()}>
        {t('pay')}
      </Button>
    </Stack>
  )
}
