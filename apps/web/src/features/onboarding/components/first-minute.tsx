import type { Course } from '@kitewise/contract/entities'
import type { PersonalPlan } from '@kitewise/contract/onboarding-entities'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { Kite } from '../../../components/kite-drawing.tsx'
import { Peak } from '../../../components/peak.tsx'
import { call } from '../../../lib/api-client.ts'
import { useActionOnShow } from '../../../lib/use-action.ts'
import { askForPlan } from '../api.ts'
import { useOnboardingProgress } from '../onboarding-progress.ts'
import styles from './first-minute.module.css'

type Chosen = { plan: PersonalPlan; course: Course }

/** What the visitor chose in this browser. Null without a quiz, or when it cannot be loaded: then nothing is claimed. */
const readChoice = async (signal: AbortSignal): Promise<Chosen | null> => {
  if (useOnboardingProgress.getState().quiz === null) return null
  try {
    const plan = await askForPlan(signal)
    const course = await call('GET /api/courses/{id}', { params: { id: plan.course.id }, signal })
    return { plan, course }
  } catch {
    return null
  }
}

/** The first minute after paying. The PIN is the step that saves the learner's place. */
export function FirstMinute({ pinPath }: { pinPath: string }) {
  const t = useTranslations('subscriptionResult')
  const { data } = useActionOnShow(readChoice)
  // Shown at once with everything, so that nothing moves twice.
  if (data === undefined) return null
  const lesson = data?.course.chapters?.[0]?.lessons?.[0]
  return (
    <Peak
      title={t('startTitle')}
      picture={<Lift cover={lesson?.image.url ?? data?.course.featuredImage?.url ?? null} />}
      action={
        <ButtonLink to={pinPath} replace>
          {t('startPin')}
        </ButtonLink>
      }
    >
      {data && (
        <p className={styles.choice}>
          {t('startChosen', { course: data.plan.course.title, minutes: data.plan.dailyMinutes })}
        </p>
      )}
      {lesson && (
        <p className={styles.first} lang={data?.course.language}>
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
