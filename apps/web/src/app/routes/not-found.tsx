import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button.tsx'
import { NightKite } from '../../components/kite-drawing.tsx'
import { EmptyView } from '../../components/message-view.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

export function NotFoundPage() {
  const t = useTranslations()
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  return (
    <Screen title={t('errors.notFoundTitle')} header={<SimpleHeader />}>
      <EmptyView
        kite={<NightKite />}
        headingLevel="h1"
        title={t('errors.notFoundTitle')}
        message={t('errors.notFoundText')}
        action={<ButtonLink to={isAuthenticated ? paths.courses : paths.home}>{t('common.goHome')}</ButtonLink>}
      />
    </Screen>
  )
}
