import type { PersonalPlan } from '@kitewise/contract/onboarding-entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { ProgressRing } from '../../../components/progress-ring.tsx'
import { GrowthChart } from './growth-chart.tsx'
import styles from './plan-view.module.css'

/** The result of the quiz: the score, its growth in four weeks, a course to start with, and a task to try at once. */
export function PlanView({ plan, freeTask }: { plan: PersonalPlan; freeTask: ReactNode }) {
  const t = useTranslations('plan')
  return (
    <div className={styles.plan}>
      <h1 className={styles.title}>{t('title')}</h1>
      <Score plan={plan} />
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('growthTitle')}</h2>
        <Card>
          <GrowthChart growth={plan.growth} minutes={plan.dailyMinutes} />
        </Card>
      </Stack>
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('courseTitle')}</h2>
        <Card gap={12}>
          <h3 className={styles.courseTitle}>{plan.course.title}</h3>
          <p>{plan.course.description}</p>
          <Badge tone="kite" icon={<Icon name="clock" />}>
            {t('dailyGoal', { minutes: plan.dailyMinutes })}
          </Badge>
          {plan.smallerStart && (
            <p className={styles.text}>{t('smallerStart', { ...plan.smallerStart, minutes: plan.dailyMinutes })}</p>
          )}
        </Card>
      </Stack>
      <Stack as="section" gap={12}>
        <h2 className={styles.heading}>{t('taskTitle')}</h2>
        <p className={styles.text}>{t('taskText')}</p>
        <Card className={styles.task}>
          <Badge tone="good">{t('taskBadge')}</Badge>
          <h3 className={styles.courseTitle}>{plan.miniTask.promptCreation.title}</h3>
          {freeTask}
        </Card>
      </Stack>
    </div>
  )
}

const Score = ({ plan }: { plan: PersonalPlan }) => {
  const t = useTranslations('plan')
  return (
    <Card tone="kite" className={styles.score}>
      <ProgressRing percent={plan.readinessScore} label={t('score')}>
        {plan.readinessScore}
      </ProgressRing>
      <div className={styles.words}>
        <p className={styles.skill}>{t('skill', { skill: plan.skillLabel === 'AI Master' ? 'master' : 'beginner' })}</p>
        <p className={styles.level}>{t('level', { level: plan.readinessLevel })}</p>
        <p>{t('scoreOf', { score: plan.readinessScore })}</p>
        {plan.aheadPercent !== null && <p className={styles.ahead}>{t('ahead', { percent: plan.aheadPercent })}</p>}
      </div>
    </Card>
  )
}
