import type { MonthPlan, MonthPlanStep } from '@kitewise/contract/month-plan'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Stack } from '../../../components/layout.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { MonthShape } from '../../../components/learner-shapes.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { streakQuery } from '../../../lib/queries.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useRead } from '../../../lib/use-read.ts'
import { monthPlanQuery, useStartNextPlan } from '../api.ts'
import { MissionForm } from './mission-form.tsx'
import styles from './month-plan.module.css'
import { lessonPath, type LessonStep, PlanWeeks } from './plan-weeks.tsx'

export function LoadMonthPlan() {
  const t = useTranslations()
  const errorText = useErrorText()
  const { data, error, isBusy, retry } = useRead(monthPlanQuery(useLearner().id))
  if (data) return <MonthPlanView key={data.number} plan={data} />
  if (error)
    return (
      <ErrorView
        title={t('monthPlan.loadFailed')}
        message={errorText(error)}
        error={error}
        onRetry={retry}
        isRetrying={isBusy}
        wayOut={{ label: t('common.goHome'), to: paths.dashboard }}
      />
    )
  return <MonthShape />
}

/** The next step on top, then the four weeks; on a laptop beside each other. */
const MonthPlanView = ({ plan }: { plan: MonthPlan }) => {
  const t = useTranslations('monthPlan')
  // Where the learner was when the screen opened: another step takes the focus, because it replaces what was pressed.
  const [firstStep] = useState(plan.nextStep)
  const done = plan.steps.filter(({ isDone }) => isDone).length
  const progress = t('progress', { done, total: plan.steps.length })
  const next = plan.nextStep === null ? undefined : plan.steps[plan.nextStep]
  return (
    <div className={styles.plan}>
      <Stack gap={16} className={styles.now}>
        <p className={styles.text}>{t('intro')}</p>
        <Stack gap={8}>
          <ProgressBar percent={(100 * done) / plan.steps.length} label={progress} />
          <p className={styles.facts}>{progress}</p>
        </Stack>
        {next && plan.nextStep !== null ? (
          <NextStep
            key={plan.nextStep}
            plan={plan}
            step={next}
            day={plan.nextStep + 1}
            takesFocus={plan.nextStep !== firstStep}
          />
        ) : (
          <Card tone="kite" gap={8}>
            <h2 className={styles.title}>{t('endTitle')}</h2>
            <p>{t('endText', { done, total: plan.steps.length })}</p>
            {done < plan.steps.length && <p>{t('endOpen')}</p>}
          </Card>
        )}
        {plan.canStartNext && <StartNext plan={plan} />}
      </Stack>
      <PlanWeeks plan={plan} />
    </div>
  )
}

type NextStepProps = { plan: MonthPlan; step: MonthPlanStep; day: number; takesFocus: boolean }

const focusOnce = (heading: HTMLElement | null): void => heading?.focus()

const NextStep = ({ plan, step, day, takesFocus }: NextStepProps) => {
  const t = useTranslations()
  const { data: streak } = useQuery(streakQuery)
  const lang = useForeignLanguage(step.kind === 'lesson' ? step.language : '')
  const title =
    step.kind === 'lesson'
      ? step.lesson.title
      : step.kind === 'mission'
        ? t(`missions.${step.missionId}.title`)
        : t('monthPlan.practice')
  return (
    <Card gap={12} role="region" aria-labelledby="next-step">
      <p className={styles.kind}>
        <span>{t('monthPlan.dayOf', { day, total: plan.steps.length })}</span>
        <span className={styles.facts}>
          {step.kind === 'lesson' && t('monthPlan.minutes', { count: step.lesson.minutes })}
          {step.kind === 'mission' && t('monthPlan.mission')}
        </span>
      </p>
      <h2
        id="next-step"
        className={styles.title}
        lang={step.kind === 'lesson' ? lang : undefined}
        {...(takesFocus && { ref: focusOnce, tabIndex: -1 })}
      >
        {title}
      </h2>
      {step.kind === 'lesson' && <NextLesson step={step} lang={lang} />}
      {step.kind === 'practice' && (
        <>
          <p className={styles.text}>{t('monthPlan.practiceText')}</p>
          <ButtonLink to={paths.boost} icon={<Icon name="boost" />}>
            {t('monthPlan.startPractice')}
          </ButtonLink>
        </>
      )}
      {step.kind === 'mission' && <MissionForm plan={plan} step={step} />}
      {step.kind !== 'lesson' && <GoOn plan={plan} />}
      {streak?.isTodayLearned && <p className={styles.facts}>{t('monthPlan.learnedToday')}</p>}
    </Card>
  )
}

const NextLesson = ({ step, lang }: { step: LessonStep; lang: string | undefined }) => {
  const t = useTranslations('monthPlan')
  const path = lessonPath(step)
  return (
    <>
      <p className={styles.text} lang={lang}>
        {step.course.title}
      </p>
      {path !== null && (
        <ButtonLink to={path} icon={<Icon name="play" />}>
          {t(step.state === 'current' ? 'continueLesson' : 'startLesson')}
        </ButtonLink>
      )}
    </>
  )
}

/** Practice and missions hold nobody back. */
const GoOn = ({ plan }: { plan: MonthPlan }) => {
  const t = useTranslations('monthPlan')
  const lesson = plan.steps.find((step) => step.kind === 'lesson' && !step.isDone)
  const path = lesson?.kind === 'lesson' ? lessonPath(lesson) : null
  if (path === null) return null
  return (
    <ButtonLink variant="quiet" to={path}>
      {t('goOn')}
    </ButtonLink>
  )
}

const StartNext = ({ plan }: { plan: MonthPlan }) => {
  const t = useTranslations('monthPlan')
  const starting = useStartNextPlan()
  const { run } = useAction(() => starting.mutateAsync(plan.number + 1).catch(() => undefined))
  return (
    <Card tone="sunken" gap={8}>
      <h2 className={styles.smallTitle}>{t('nextTitle')}</h2>
      <p className={styles.text}>{t('nextText')}</p>
      <FieldError message={starting.error ? t('planFailed') : null} />
      <Button
        variant={plan.nextStep === null ? 'primary' : 'secondary'}
        isBusy={starting.isPending}
        onClick={() => run()}
      >
        {t('planNext')}
      </Button>
    </Card>
  )
}
