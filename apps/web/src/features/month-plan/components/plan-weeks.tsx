import type { MonthPlan, MonthPlanStep } from '@kitewise/contract/month-plan'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { Stack } from '../../../components/layout.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { type KnotState, StringRow } from '../../../components/string-row.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { MissionForm } from './mission-form.tsx'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './month-plan.module.css'

const daysOfWeek = 7

/** The path of 28 days. Open at first: the week with the next step. */
export function PlanWeeks({ plan }: { plan: MonthPlan }) {
  const t = useTranslations()
  const [opened, setOpened] = useState<number | null>(null)
  const openWeek = Math.floor((plan.nextStep ?? plan.steps.length - 1) / daysOfWeek)
  const mission = opened === null ? undefined : plan.steps[opened]
  return (
    <Stack gap="cards">
      {[0, 1, 2, 3].map((week) => {
        const steps = plan.steps.slice(week * daysOfWeek, (week + 1) * daysOfWeek)
        return (
          <Card key={week} padding="none" className={styles.week}>
            <Disclosure isOpenAtFirst={week === openWeek} summary={<WeekSummary number={week + 1} steps={steps} />}>
              <ol className={styles.days}>
                {steps.map((step, place) => {
                  const index = week * daysOfWeek + place
                  return (
                    <li key={index} aria-current={index === plan.nextStep ? 'step' : undefined}>
                      <PlanDay
                        step={step}
                        day={index + 1}
                        isNext={index === plan.nextStep}
                        isFirst={place === 0}
                        isLast={place === steps.length - 1}
                        onOpen={() => setOpened(index)}
                      />
                    </li>
                  )
                })}
              </ol>
            </Disclosure>
          </Card>
        )
      })}
      {mission?.kind === 'mission' && (
        <Sheet isOpen title={t(`missions.${mission.missionId}.title`)} onClose={() => setOpened(null)}>
          <MissionForm plan={plan} step={mission} onDone={() => setOpened(null)} />
        </Sheet>
      )}
    </Stack>
  )
}

/** What the week brings: its courses, and how much is done. */
const WeekSummary = ({ number, steps }: { number: number; steps: readonly MonthPlanStep[] }) => {
  const t = useTranslations('monthPlan')
  const done = steps.filter(({ isDone }) => isDone).length
  const courses = new Map(steps.flatMap((step) => (step.kind === 'lesson' ? [[step.course.title, step.language]] : [])))
  return (
    <Stack as="span" gap={4}>
      <span className={styles.summary}>
        <span>{t('week', { number })}</span>
        <span className={styles.facts}>{t('weekDone', { done, total: steps.length })}</span>
      </span>
      {[...courses].map(([title, language]) => (
        <CourseTitle key={title} title={title} language={language} />
      ))}
    </Stack>
  )
}

const CourseTitle = ({ title, language }: { title: string; language: string }) => (
  <span className={styles.facts} lang={useForeignLanguage(language)}>
    {title}
  </span>
)

const stateKeys = {
  done: 'stateDone',
  current: 'stateNext',
  open: 'stateOpen',
  locked: 'stateLater',
} as const satisfies Record<KnotState, string>

const knotOf = (step: MonthPlanStep, isNext: boolean): KnotState => {
  if (step.isDone) return 'done'
  if (isNext) return 'current'
  return step.kind === 'lesson' && step.state === 'locked' ? 'locked' : 'open'
}

type PlanDayProps = {
  step: MonthPlanStep
  /** From 1. */
  day: number
  isNext: boolean
  isFirst: boolean
  isLast: boolean
  onOpen: () => void
}

const PlanDay = ({ step, day, isNext, isFirst, isLast, onOpen }: PlanDayProps) => {
  const t = useTranslations()
  const lang = useForeignLanguage(step.kind === 'lesson' ? step.language : '')
  const knot = knotOf(step, isNext)
  const facts = [t('monthPlan.day', { day }), t(`monthPlan.${stateKeys[knot]}`)]
  const row = {
    knot,
    isFirst,
    isLast,
    mark: knot === 'done' ? 'check' : knot === 'locked' ? undefined : 'chevronRight',
  } as const
  if (step.kind === 'lesson')
    return (
      <StringRow
        {...row}
        title={step.lesson.title}
        lang={lang}
        facts={[...facts, t('monthPlan.minutes', { count: step.lesson.minutes })].join(' · ')}
        to={lessonPath(step)}
      />
    )
  if (step.kind === 'practice')
    return <StringRow {...row} title={t('monthPlan.practice')} facts={facts.join(' · ')} to={paths.boost} />
  return (
    <StringRow
      {...row}
      title={t(`missions.${step.missionId}.title`)}
      facts={
        <>
          {[...facts, t('monthPlan.mission')].join(' · ')}
          {step.note !== '' && <OwnText className={styles.note}>{step.note}</OwnText>}
        </>
      }
      onPress={onOpen}
    />
  )
}

export type LessonStep = Extract<MonthPlanStep, { kind: 'lesson' }>

/** A lesson that was begun opens where the learner stopped, a new one at its intro. Null for a locked one. */
export function lessonPath({ course, lesson, state }: LessonStep): string | null {
  if (state === 'locked') return null
  return state === 'available' ? paths.lessonStart(course.id, lesson.id) : paths.lessonLearn(course.id, lesson.id)
}
