import { useTranslations } from 'use-intl'
import { Screen } from '../shell/screen.tsx'

export const RecommendedCoursesPage = () => {
  const t = useTranslations('courses')
  return (
    <Screen title={t('title')}>
      <h1>{t('title')}</h1>
    </Screen>
  )
}
