import { useTranslations } from 'use-intl'
import { LoadMonthPlan } from '../../features/month-plan/components/month-plan-view.tsx'
import { paths } from '../../lib/paths.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

export function MonthPlanPage() {
  const t = useTranslations('monthPlan')
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.dashboard} />} width="wide">
      <LoadMonthPlan />
    </Screen>
  )
}
