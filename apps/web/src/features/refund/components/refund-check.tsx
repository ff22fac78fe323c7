import type { MoneyBack } from '@kitewise/contract/refund-entities'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { moneyBackQuery } from '../money-back.ts'
import styles from './refund-check.module.css'
import { RefundStanding } from './refund-standing.tsx'
import { WithdrawalNote } from './withdrawal-note.tsx'

/** Whether a learner can have money back, by real use or by the right to withdraw. Nothing while nothing was bought. */
export const RefundCheck = () => {
  const t = useTranslations('refund')
  const { data, error, refetch, isFetching } = useQuery(moneyBackQuery)
  if (data) return <Loaded {...data} />
  if (!error)
    return (
      <SkeletonScreen label={t('loading')}>
        <Skeleton height="8rem" shape="card" />
      </SkeletonScreen>
    )
  return <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
}

const Loaded = ({ refund, withdrawal }: MoneyBack) => {
  const t = useTranslations('refund')
  if (!refund && !withdrawal) return null
  return (
    <Card className={styles.card}>
      <h2 className={styles.label}>{t('title')}</h2>
      {refund && <RefundStanding check={refund} />}
      {withdrawal && <WithdrawalNote withdrawal={withdrawal} />}
    </Card>
  )
}

const Failed = ({ error, isRetrying, onRetry }: { error: Error; isRetrying: boolean; onRetry: () => void }) => {
  const t = useTranslations('refund')
  const common = useTranslations('common')
  const errorText = useErrorText()
  return (
    <Card className={styles.card}>
      <h2 className={styles.label}>{t('title')}</h2>
      <FieldError message={errorText(error, t('loadFailed'))} />
      <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
        {common('retry')}
      </Button>
    </Card>
  )
}
