import type { Withdrawal } from '@kitewise/contract/refund-entities'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { paths } from '../../../lib/paths.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { lastDayOf } from '../money-back.ts'
import styles from './refund-check.module.css'

/** The right to withdraw, as long as it lasts, or that it was used. */
export const WithdrawalNote = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const t = useTranslations('refund')
  const day = useDateInSentence()
  if (withdrawal.declaredAt !== null)
    return (
      <div className={styles.withdrawal}>
        <p>{t('withdrawn', { date: day(withdrawal.declaredAt) })}</p>
      </div>
    )
  return (
    <div className={styles.withdrawal}>
      <p className={styles.soft}>{t('withdrawalNote', { until: day(lastDayOf(withdrawal)) })}</p>
      <ButtonLink variant="quiet" to={paths.withdrawal}>
        {t('withdraw')}
      </ButtonLink>
    </div>
  )
}
