import { useTranslations } from 'use-intl'
import { Screen } from '../shell/screen.tsx'

export const LessonLearnPage = () => {
  const t = useTranslations('lesson')
  return (
    <Screen title={t('title')}>
      <h1>{t('title')}</h1>
    </Screen>
  )
}
