import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { paths } from '../../../lib/paths.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { monthPlanQuery } from '../api.ts'
import styles from './month-card.module.css'

/** The way from the dashboard to the 28 days. `standIn` is shown while they load, nothing if they fail to. */
export function MonthCard({ standIn }: { standIn: ReactNode }) {
  const t = useTranslations('monthCard')
  const { data, isPending } = useQuery(monthPlanQuery(useLearner().id))
  if (!data) return isPending && <>{standIn}</>
  const { steps, nextStep } = data
  const step = nextStep === null ? undefined : steps[nextStep]
  const place = { day: (nextStep ?? 0) + 1, total: steps.length }
  return (
    <Card padding="none">
      <Link className={styles.link} to={paths.monthPlan}>
        <span className={styles.words}>
          <span className={styles.title}>{t('title')}</span>{' '}
          <span className={styles.step}>
            {!step && t('end')}
            {step?.kind === 'lesson' && t('lesson', { ...place, title: step.lesson.title })}
            {step?.kind === 'practice' && t('practice', place)}
            {step?.kind === 'mission' && t('mission', place)}
          </span>
        </span>
        <Icon name="chevronRight" />
      </Link>
    </Card>
  )
}
