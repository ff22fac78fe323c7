import type { Streak } from '@kitewise/contract/streak'
import { useFormatter, useTranslations } from 'use-intl'
import { classNames } from '../../../lib/class-names.ts'
import styles from './streak-strip.module.css'

type StreakDayProps = Streak['strip'][number] & { isToday: boolean }

/** One bow on the string: filled when something was learned, outlined when not, a snowflake when a freeze held it. */
export const StreakDay = ({ day, state, isToday }: StreakDayProps) => {
  const t = useTranslations('streak')
  const format = useFormatter()
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = format.dateTime(date, { weekday: 'short', timeZone: 'UTC' })
  const long = format.dateTime(date, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  return (
    <li
      className={classNames(styles.day, styles[state], isToday && styles.isToday)}
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
      <span className={styles.number} aria-hidden="true">
        {date.getUTCDate()}
      </span>
      <span className="visually-hidden">{t('day', { date: long, state })}</span>
    </li>
  )
}
