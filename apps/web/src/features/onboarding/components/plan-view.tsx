import type { PersonalPlan } from '@kitewise/contract/onboarding-entities'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { Stack } from '../../../components/layout.tsx'
import { usePeakMotion } from '../../../components/use-peak-motion.ts'
import { wantsStillness } from '../../../lib/preferences.ts'
import { GrowthChart } from './growth-chart.tsx'
import styles from './plan-view.module.css'

type PlanViewProps = { plan: PersonalPlan; cover: ReactNode; lessonLanguages: ReactNode; freeTask: ReactNode }

/** The result of the quiz: the score and its climb, the visitor's own answers, the first win, and a task to try. */
export function PlanView({ plan, cover, lessonLanguages, freeTask }: PlanViewProps) {
  const t = useTranslations('plan')
  const scene = useRef<HTMLDivElement>(null)
  // The full peak of the day is left to the first minute after paying.
  const { isMoving, skip } = usePeakMotion(scene, 'plan')
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- a shortcut: everything is reachable without it
    <div ref={scene} className={styles.plan} data-moving={isMoving || undefined} onClickCapture={skip}>
      <div className={styles.column}>
        <h1 className={styles.title}>{t('title')}</h1>
        <Score plan={plan} />
        <Stack as="section" gap={12}>
          <h2 className={styles.heading}>{t('growthTitle')}</h2>
          <GrowthChart growth={plan.growth} minutes={plan.dailyMinutes} />
        </Stack>
        <Said plan={plan} />
      </div>
      <div className={styles.column}>
        <FirstCourse plan={plan} cover={cover} lessonLanguages={lessonLanguages} />
        {freeTask}
      </div>
    </div>
  )
}

const radius = 50
const around = 2 * Math.PI * radius

const Score = ({
  plan: { readinessScore: score, skillLabel, readinessLevel, aheadPercent },
}: {
  plan: PersonalPlan
}) => {
  const t = useTranslations('plan')
  const number = useRef<HTMLSpanElement>(null)
  const shown = useCountUp(score, number)
  return (
    <Card tone="kite" className={styles.score}>
      <div
        className={styles.ring}
        role="progressbar"
        aria-label={t('score')}
        aria-valuenow={score}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={t('scoreOf', { score })}
      >
        <svg viewBox="0 0 120 120" aria-hidden="true" focusable="false">
          <circle className={styles.track} cx="60" cy="60" r={radius} />
          <circle
            className={styles.fill}
            cx="60"
            cy="60"
            r={radius}
            strokeDasharray={`${(around * score) / 100} ${around}`}
            transform="rotate(-90 60 60)"
          />
        </svg>
        <span ref={number} className={styles.number}>
          {shown}
        </span>
      </div>
      <div className={styles.words}>
        <p className={styles.skill}>{t('skill', { skill: skillLabel === 'AI Master' ? 'master' : 'beginner' })}</p>
        <p className={styles.strong}>{t('level', { level: readinessLevel })}</p>
        {aheadPercent !== null && <p>{t('ahead', { percent: aheadPercent })}</p>}
      </div>
    </Card>
  )
}

/** A plan that repeats every worry would be read by nobody. */
const mostWorries = 2

/** What the visitor said in the quiz, and what follows from it. */
const Said = ({ plan }: { plan: PersonalPlan }) => {
  const t = useTranslations()
  const { course, nextCourse, dailyMinutes, smallerStart } = plan
  const goals = plan.said.filter(({ about }) => about === 'goal')
  const worries = plan.said.filter(({ about, answer }) => about === 'worry' && answer !== smallerStart?.because)
  const quoted = (title: string): string => t('common.quoted', { title })
  const follows = nextCourse
    ? t('plan.goalNext', { course: course.title, next: nextCourse })
    : t('plan.goalNow', { course: course.title })
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('plan.saidTitle')}</h2>
      <Stack as="ul" gap={16}>
        {goals.map(({ answer }) => (
          <SaidLine key={answer} icon="star" said={quoted(answer)} reply={follows} />
        ))}
        {worries.slice(0, mostWorries).map(({ answer, reply }) => (
          <SaidLine key={answer} icon="hint" said={quoted(answer)} reply={reply} />
        ))}
        <SaidLine
          icon="clock"
          said={t('plan.dailyGoal', { minutes: dailyMinutes })}
          reply={
            smallerStart
              ? t('plan.smallerStart', { ...smallerStart, minutes: dailyMinutes })
              : t('plan.pace', { lessons: Math.round(dailyMinutes / minutesOfLesson) })
          }
        />
      </Stack>
    </Stack>
  )
}

const minutesOfLesson = 5

const SaidLine = ({ icon, said, reply }: { icon: IconName; said: string; reply: string }) => (
  <li className={styles.said}>
    <span className={styles.tile}>
      <Icon name={icon} />
    </span>
    <div className={styles.words}>
      <p className={styles.strong}>{said}</p>
      {reply !== '' && <p className={styles.soft}>{reply}</p>}
    </div>
  </li>
)

const FirstCourse = ({ plan, cover, lessonLanguages }: Pick<PlanViewProps, 'plan' | 'cover' | 'lessonLanguages'>) => {
  const t = useTranslations('plan')
  const { course, firstLesson } = plan
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.heading}>{t('courseTitle')}</h2>
      <Card padding="none">
        <div className={styles.cover}>{cover}</div>
        <Stack className={styles.course} gap={12}>
          <h3 className={styles.courseTitle}>{course.title}</h3>
          <div className={styles.win}>
            <p className={styles.winTitle}>{t('firstWin')}</p>
            <p className={styles.strong}>{firstLesson.title}</p>
            <p>{firstLesson.intro}</p>
            <p className={styles.soft}>{t('lessonTime', { minutes: firstLesson.minutes })}</p>
          </div>
          <p className={styles.soft}>{lessonLanguages}</p>
        </Stack>
      </Card>
    </Stack>
  )
}

/** From 0 to the number along with the animation of `element`, so that a tap ends both; at once where nothing moves. */
function useCountUp(to: number, element: RefObject<Element | null>): number {
  const [shown, setShown] = useState(() => (wantsStillness() ? to : 0))
  useEffect(() => {
    // Not every test environment has animations.
    const [motion] = element.current?.getAnimations?.() ?? []
    let frame = 0
    const count = (): void => {
      const part = motion?.effect?.getComputedTiming().progress ?? 1
      setShown(Math.round(to * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(count)
    }
    count()
    return () => cancelAnimationFrame(frame)
  }, [to, element])
  return shown
}
