import { useTranslations } from 'use-intl'
import { LoadReview } from '../../features/practice/components/load-review.tsx'
import { LearnerHeader } from '../shell/learner-header.tsx'
import { Screen } from '../shell/screen.tsx'

export function BoostPage() {
  const t = useTranslations('boost')
  return (
    <Screen title={t('title')} header={<LearnerHeader />} width="wide">
      <LoadReview />
    </Screen>
  )
}
