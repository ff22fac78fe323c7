import { useTranslations } from 'use-intl'
import type { LessonMoment } from '../lesson-moment.ts'
import styles from './lesson-peak.module.css'

type TodaysBowProps = NonNullable<LessonMoment['streak']>

/** Six days on a string. Today's bow ties itself, and the count goes up if it has just changed. */
export function TodaysBow({ days, today, count, countBefore, hasNewFreeze }: TodaysBowProps) {
  const t = useTranslations()
  const hasGrown = countBefore !== null && countBefore < count
  return (
    <div className={styles.streak}>
      <svg className={styles.days} viewBox="0 0 300 44" aria-hidden="true" focusable="false">
        <path className={styles.dayString} d="M4 26C54 12 104 12 150 22s96 10 146-4" />
        {days.map(({ day, state }, index) => (
          <g key={day} transform={`translate(${25 + index * 50} ${heights[index] ?? 22})`}>
            {state === 'learned' || day === today ? (
              <Bow isToday={day === today} />
            ) : (
              <circle className={state === 'frozen' ? styles.frozen : styles.noBow} r="4" />
            )}
          </g>
        ))}
      </svg>
      <p className={styles.count}>
        {hasGrown && (
          <span className={styles.countBefore} aria-hidden="true">
            {t('streak.count', { count: countBefore })}
          </span>
        )}
        <span className={hasGrown ? styles.countNow : undefined}>{t('streak.count', { count })}</span>
      </p>
      {hasNewFreeze && <p className={styles.freeze}>{t('lessonPeak.freeze')}</p>}
    </div>
  )
}

/** Of the string at each of the six days. */
const heights = [20, 16.5, 17.5, 23.5, 25.5, 24]

const Bow = ({ isToday }: { isToday: boolean }) => (
  <>
    <path className={isToday ? styles.leftLoop : styles.loop} d="M0 0C-6-11-16-13-18-8c-2 5-2 11 0 16 2 5 12 3 18-8z" />
    <path className={isToday ? styles.rightLoop : styles.loop} d="M0 0C6-11 16-13 18-8c2 5 2 11 0 16C16 13 6 11 0 0z" />
    <circle className={isToday ? styles.tie : styles.tied} r="4.5" />
  </>
)
