import { useTranslations } from 'use-intl'
import { Screen } from '../shell/screen.tsx'

export const CoursePage = () => {
  const t = useTranslations('course')
  return (
    <Screen title={t('title')}>
      <h1>{t('title')}</h1>
    </Screen>
  )
}
