import type { RefundCheck as Check } from '@kitewise/contract/refund-entities'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { paths } from '../../../lib/paths.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import styles from './refund-check.module.css'
import { RefundConditions } from './refund-conditions.tsx'

/** "You qualify", or what is still missing, and the way to ask with everything filled in. */
export const RefundStanding = ({ check }: { check: Check }) => {
  const t = useTranslations('refund')
  const until = useDateInSentence()(check.requestUntil)
  if (check.standing === 'too_late') return <p>{t('tooLate', { until })}</p>
  if (check.standing === 'not_yet')
    return (
      <>
        <p>{t('notYet', { until })}</p>
        <RefundConditions check={check} />
        <p className={styles.soft}>{t('noReasons')}</p>
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
      <p className={styles.soft}>{t('attach')}</p>
      <ButtonLink variant="secondary" to={paths.support} state={{ concern: t('concern'), details }}>
        {t('ask')}
      </ButtonLink>
      <p className={styles.soft}>{t('noReasons')}</p>
    </>
  )
}
