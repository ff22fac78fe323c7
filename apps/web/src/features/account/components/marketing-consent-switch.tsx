import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { Switch } from '../../../components/switch.tsx'
import { call } from '../../../lib/api-client.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { useAction } from '../../../lib/use-action.ts'
import { marketingConsentQuery } from '../api.ts'
import styles from './account.module.css'

/** "Emails from us": the consent to marketing mail, as easy to withdraw as to give. For the profile. */
export function MarketingConsentSwitch() {
  const t = useTranslations('marketing')
  const { consent, change, decide } = useMarketingConsent()
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.title}>{t('title')}</h2>
      <Card>
        {consent.data === undefined && consent.error === null && (
          <SkeletonScreen>
            <Skeleton height="var(--touch)" />
          </SkeletonScreen>
        )}
        {consent.data === undefined && consent.error !== null && (
          <LoadFailure error={consent.error} isBusy={consent.isFetching} onRetry={() => void consent.refetch()} />
        )}
        {consent.data !== undefined && (
          <>
            <Switch
              label={consent.data.text}
              isOn={change.isPending ? change.variables : consent.data.marketingConsent}
              isBusy={change.isPending}
              onChange={(isOn) => decide(isOn)}
            />
            <p role="status" className={styles.consentNote}>
              {change.isSuccess && t(change.data.marketingConsent ? 'on' : 'off')}
            </p>
            <Failure error={change.error} />
          </>
        )}
      </Card>
    </Stack>
  )
}

const Failure = ({ error }: { error: Error | null }) => {
  const t = useTranslations('marketing')
  const errorText = useErrorText()
  return <FieldError message={error && errorText(error, t('failed'))} />
}

const LoadFailure = ({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) => {
  const t = useTranslations()
  const errorText = useErrorText()
  return (
    <Stack gap={12}>
      <p role="alert">{errorText(error, t('marketing.loadFailed'))}</p>
      <Button variant="secondary" isBusy={isBusy} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Stack>
  )
}

const useMarketingConsent = () => {
  const client = useQueryClient()
  const language = useLanguage((state) => state.language)
  const query = marketingConsentQuery(language)
  const consent = useQuery(query)
  const change = useMutation({
    mutationFn: (marketingConsent: boolean) =>
      call('PUT /api/product-user/marketing-consent', { body: { marketingConsent } }),
    onSuccess: (decided) => client.setQueryData(query.queryKey, decided),
  })
  const { run } = useAction((isWanted: boolean) => change.mutateAsync(isWanted).catch(() => undefined))
  return { consent, change, decide: run }
}
