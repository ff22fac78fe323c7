import { useTranslations } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { Flame } from '../../../components/flame.tsx'
import { Icon } from '../../../components/icon.tsx'
import styles from './streak.module.css'

/** Whole days. */
export type Streak = { current: number; longest: number }

export function StreakCards({ streak: { current, longest } }: { streak: Streak }) {
  const t = useTranslations('profile')
  return (
    <section aria-label={t('streak')}>
      <dl className={styles.cards}>
        <Card gap={4}>
          <dt className={styles.label}>
            <Flame />
            {t('currentStreak')}
          </dt>
          <dd className={styles.cardDays}>{t('days', { count: current })}</dd>
        </Card>
        <Card gap={4}>
          <dt className={styles.label}>
            <Icon name="medal" />
            {t('longestStreak')}
          </dt>
          <dd className={styles.cardDays}>{t('days', { count: longest })}</dd>
        </Card>
      </dl>
    </section>
  )
}
