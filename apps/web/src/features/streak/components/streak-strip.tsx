import type { Streak } from '@kitewise/contract/streak'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { streakQuery } from '../../../lib/queries.ts'
import { StreakDay } from './streak-day.tsx'
import styles from './streak-strip.module.css'

/** Six days on the string, three before to two after today, and what keeps the streak safe. Nothing where it cannot be had. */
export const StreakStrip = () => {
  const t = useTranslations('streak')
  const { data, isPending } = useQuery(streakQuery)
  if (data) return <Strip streak={data} />
  if (!isPending) return null
  return (
    <SkeletonScreen label={t('loading')}>
      <Skeleton height="7.5rem" shape="card" />
    </SkeletonScreen>
  )
}

const Strip = ({ streak }: { streak: Streak }) => {
  const t = useTranslations('streak')
  return (
    <section className={styles.strip} aria-label={t('title')}>
      <div className={styles.top}>
        <h2 className={styles.title}>{t('count', { count: streak.current })}</h2>
        <p className={styles.note}>{t(streak.isTodayLearned ? 'todayDone' : 'todayOpen')}</p>
      </div>
      <ol className={styles.days}>
        {streak.strip.map((day) => (
          <StreakDay key={day.day} {...day} isToday={day.day === streak.today} />
        ))}
      </ol>
      <p className={styles.note}>
        {streak.freezes > 0 ? t('freezes', { count: streak.freezes }) : t('nextFreeze', { count: streak.daysToFreeze })}
      </p>
    </section>
  )
}
