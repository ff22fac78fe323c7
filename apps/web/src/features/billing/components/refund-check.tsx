import type { RefundCheck as Check, MoneyBack, Withdrawal } from '@kitewise/contract/billing-entities'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { lastDayOf, moneyBackQuery } from '../money-back.ts'
import styles from './subscription.module.css'

/** Whether a learner can get money back, by real use or by withdrawal. Nothing if nothing was bought. */
export function RefundCheck() {
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
    <Card gap={12}>
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
    <Card gap={12}>
      <h2 className={styles.label}>{t('title')}</h2>
      <FieldError message={errorText(error, t('loadFailed'))} />
      <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
        {common('retry')}
      </Button>
    </Card>
  )
}

/** "You qualify", or what is missing, and a link to support with everything filled in. */
const RefundStanding = ({ check }: { check: Check }) => {
  const t = useTranslations('refund')
  const until = useDateInSentence()(check.requestUntil)
  if (check.standing === 'too_late') return <p>{t('tooLate', { until })}</p>
  if (check.standing === 'not_yet')
    return (
      <>
        <p>{t('notYet', { until })}</p>
        <RefundConditions check={check} />
        <p className={styles.refundSoft}>{t('noReasons')}</p>
      </>
    )
  const details = t('details', {
    days: check.days.have,
    lessons: check.guides.have,
    percent: check.modulesPercent.have,
  })
  return (
    <>
      <p>{t('qualifies', { until })}</p>
      <p className={styles.refundSoft}>{t('attach')}</p>
      <ButtonLink variant="secondary" to={paths.support} state={{ topic: 'refund', concern: t('concern'), details }}>
        {t('ask')}
      </ButtonLink>
      <p className={styles.refundSoft}>{t('noReasons')}</p>
    </>
  )
}

const RefundConditions = ({ check: { days, guides, modulesPercent } }: { check: Check }) => {
  const t = useTranslations('refund')
  const areGuidesMet = guides.have >= guides.need || modulesPercent.have >= modulesPercent.need
  return (
    <ul className={styles.conditions}>
      <Condition
        isMet={days.have >= days.need}
        words={t(days.inARow ? 'daysInARow' : 'days', { have: days.have, need: days.need })}
      />
      <Condition
        isMet={areGuidesMet}
        words={t('guides', {
          have: guides.have,
          need: guides.need,
          percent: modulesPercent.have,
          percentNeeded: modulesPercent.need,
        })}
      />
    </ul>
  )
}

const Condition = ({ isMet, words }: { isMet: boolean; words: string }) => {
  const t = useTranslations('refund')
  return (
    <li className={classNames(styles.condition, isMet ? styles.met : styles.missing)}>
      <Icon name={isMet ? 'check' : 'clock'} />
      <span>
        <span className="visually-hidden">{t(isMet ? 'met' : 'missing')} </span>
        {words}
      </span>
    </li>
  )
}

const WithdrawalNote = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const t = useTranslations('refund')
  const day = useDateInSentence()
  if (withdrawal.declaredAt !== null)
    return (
      <div className={styles.withdrawal}>
        <p>{t('withdrawn', { date: day(withdrawal.declaredAt) })}</p>
        {withdrawal.closedAt !== undefined && <p>{t('withdrawalClosed', { date: day(withdrawal.closedAt) })}</p>}
        {withdrawal.refundedAt !== undefined && <p>{t('refunded', { date: day(withdrawal.refundedAt) })}</p>}
      </div>
    )
  return (
    <div className={styles.withdrawal}>
      <p className={styles.refundSoft}>{t('withdrawalNote', { until: day(lastDayOf(withdrawal)) })}</p>
      <ButtonLink variant="quiet" to={paths.withdrawal}>
        {t('withdraw')}
      </ButtonLink>
    </div>
  )
}
