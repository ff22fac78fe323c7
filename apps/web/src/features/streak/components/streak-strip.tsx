import type { Streak } from '@kitewise/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { streakQuery } from '../../../lib/queries.ts'
import { useLearner } from '../../../lib/session/session.ts'
import styles from './streak.module.css'

/** Six days, from three before to two after today. Nothing if it fails to load. */
export function StreakStrip() {
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
      <Stack gap={4}>
        <h2 className={styles.title}>{t('count', { count: streak.current })}</h2>
        <p className={styles.note}>{t(streak.isTodayLearned ? 'todayDone' : 'todayOpen')}</p>
      </Stack>
      {/* Absent from an answer that the device has kept since an older version. */}
      {Number.isInteger(streak.minutesToday) && <Goal minutes={streak.minutesToday} />}
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

/** Today's minutes on their way to the daily goal. */
const Goal = ({ minutes }: { minutes: number }) => {
  const t = useTranslations('streak')
  const { dailyGoalMinutes: goal = 5 } = useLearner()
  const words = t(minutes < goal ? 'goal' : 'goalDone', { minutes, goal })
  return (
    <div className={styles.goal}>
      <ProgressBar percent={(100 * minutes) / goal} label={words} />
      <p className={styles.goalWords} aria-hidden="true">
        {words}
      </p>
    </div>
  )
}

type StreakDayProps = Streak['strip'][number] & { isToday: boolean }

const looks: Partial<Record<Streak['strip'][number]['state'], string | undefined>> = {
  learned: styles.learned,
  today: styles.today,
  future: styles.future,
  before: styles.before,
}

/** One bow on the string: filled if something was learned, outlined if not, a snowflake if a freeze saved the day. */
const StreakDay = ({ day, state, isToday }: StreakDayProps) => {
  const t = useTranslations('streak')
  const format = useFormatter()
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = format.dateTime(date, { weekday: 'short', timeZone: 'UTC' })
  const long = format.dateTime(date, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  return (
    <li
      className={classNames(styles.day, looks[state], isToday && styles.isToday)}
      aria-current={isToday ? 'date' : undefined}
    >
      <span className={styles.weekday} aria-hidden="true">
        {weekday}
      </span>
      <svg className={styles.bow} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {state === 'frozen' ? (
          <path className={styles.flake} d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9" />
        ) : (
          <path className={styles.knot} d="M12 12 3 6v12zM12 12l9-6v12z" />
        )}
      </svg>
      <span aria-hidden="true">{date.getUTCDate()}</span>
      <span className="visually-hidden">{t('day', { date: long, state })}</span>
    </li>
  )
}
