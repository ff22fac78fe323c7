import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button-link.tsx'
import { EmptyView } from '../../components/empty-view.tsx'
import { paths } from '../../lib/paths.ts'
import { LearnerHeader } from '../shell/learner-header.tsx'
import { Screen } from '../shell/screen.tsx'

export const BoostPage = () => {
  const t = useTranslations('boost')
  return (
    <Screen title={t('title')} header={<LearnerHeader />}>
      <EmptyView
        headingLevel="h1"
        title={t('emptyTitle')}
        message={t('emptyText')}
        action={<ButtonLink to={paths.courses}>{t('toCourses')}</ButtonLink>}
      />
    </Screen>
  )
}
