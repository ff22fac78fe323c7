import { useTranslations } from 'use-intl'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { Beside, SkyPanel } from '../../components/layout.tsx'
import { LoadReminders } from '../../features/reminders/components/reminder-settings.tsx'
import { paths } from '../../lib/paths.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

export function RemindersPage() {
  const t = useTranslations('reminders')
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.profile} />} width="wide">
      <Beside
        aside={
          <SkyPanel>
            <SteadyKite />
          </SkyPanel>
        }
      >
        <LoadReminders />
      </Beside>
    </Screen>
  )
}
