import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button.tsx'
import { LanguageChoice } from '../../features/account/components/language-choice.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

export function LanguagePage() {
  const t = useTranslations('language')
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const backTo = isAuthenticated ? paths.profile : paths.login
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={backTo} />}>
      <div className={styles.content}>
        <LanguageChoice />
        {!isAuthenticated && (
          <ButtonLink variant="quiet" to={paths.login}>
            {t('toLogin')}
          </ButtonLink>
        )}
      </div>
    </Screen>
  )
}
