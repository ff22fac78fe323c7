import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { call } from '../../../lib/api-client.ts'
import { useActionOnShow } from '../../../lib/use-action.ts'
import { askForPlan } from '../api.ts'
import { useOnboardingProgress } from '../onboarding-progress.ts'
import { type Chosen, StartPeak } from './start-peak.tsx'

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
  return (
    <StartPeak
      chosen={data}
      action={
        <ButtonLink to={pinPath} replace>
          {t('startPin')}
        </ButtonLink>
      }
    />
  )
}
