import type { Withdrawal } from '@kitewise/contract/refund-entities'
import { dateText } from '@kitewise/rules/date-text'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button-link.tsx'
import { paths } from '../../../lib/paths.ts'
import { lastDayOf } from '../money-back.ts'
import styles from './refund-check.module.css'

/** The right to withdraw, as long as it lasts, or that it was used. */
export const WithdrawalNote = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const t = useTranslations('refund')
  if (withdrawal.declaredAt !== null)
    return (
      <div className={styles.withdrawal}>
        <p>{t('withdrawn', { date: dateText(withdrawal.declaredAt) })}</p>
      </div>
    )
  return (
    <div className={styles.withdrawal}>
      <p className={styles.soft}>{t('withdrawalNote', { until: dateText(lastDayOf(withdrawal)) })}</p>
      <ButtonLink variant="quiet" to={paths.withdrawal}>
        {t('withdraw')}
      </ButtonLink>
    </div>
  )
}
