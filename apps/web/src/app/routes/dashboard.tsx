import { useTranslations } from 'use-intl'
import { Screen } from '../shell/screen.tsx'

export const DashboardPage = () => {
  const t = useTranslations('dashboard')
  return (
    <Screen title={t('title')}>
      <h1>{t('title')}</h1>
    </Screen>
  )
}
