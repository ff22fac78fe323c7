import { useTranslations } from 'use-intl'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { Beside, SkyPanel } from '../../components/layout.tsx'
import { FeedbackForm } from '../../features/contact/components/feedback-form.tsx'
import { paths } from '../../lib/paths.ts'
import { TitledHeader, useGoBack } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

export function FeedbackPage() {
  const t = useTranslations('feedback')
  const goBack = useGoBack(paths.profile)
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.profile} />} width="wide">
      <Beside
        aside={
          <SkyPanel>
            <SteadyKite />
          </SkyPanel>
        }
      >
        <FeedbackForm onDone={goBack} />
      </Beside>
    </Screen>
  )
}
