import type { Course } from '@kitewise/contract/entities'
import type { PersonalPlan } from '@kitewise/contract/onboarding-entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Kite } from '../../../components/kite-drawing.tsx'
import { Peak } from '../../../components/peak.tsx'
import styles from './start-peak.module.css'

export type Chosen = { plan: PersonalPlan; course: Course }

/** @param chosen null if it isn't known: then nothing is claimed */
export function StartPeak({ chosen, action }: { chosen: Chosen | null; action: ReactNode }) {
  const t = useTranslations('subscriptionResult')
  const lesson = chosen?.course.chapters?.[0]?.lessons?.[0]
  return (
    <Peak
      kind="payment"
      title={t('startTitle')}
      picture={<Lift cover={lesson?.image.url ?? chosen?.course.featuredImage?.url ?? null} />}
      action={action}
    >
      {chosen && (
        <p className={styles.choice}>
          {t('startChosen', { course: chosen.plan.course.title, minutes: chosen.plan.dailyMinutes })}
        </p>
      )}
      {lesson && (
        <p className={styles.first} lang={chosen?.course.language}>
          {t('startFirst', { lesson: lesson.title })}
        </p>
      )}
      <p className={styles.note}>{t('startNote')}</p>
    </Peak>
  )
}

/** The first lesson's cover hangs in the sky, and the kite rises past it. */
const Lift = ({ cover }: { cover: string | null }) => (
  <div className={styles.lift}>
    {cover !== null && <img className={styles.cover} src={cover} alt="" />}
    <svg className={styles.kite} viewBox="0 0 120 200" focusable="false">
      <path className={styles.string} d="M62 74c-18 30 22 44 2 70s14 34 6 56" pathLength="1" />
      <Kite x={62} y={86} turn={0} size={3.4} />
    </svg>
  </div>
)
