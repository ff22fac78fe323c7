import { useTranslations } from 'use-intl'
import { LiftingKite } from '../../components/kite-moods.tsx'
import { Beside, SkyPanel } from '../../components/layout.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { LanguageChoice } from '../../features/account/components/language-choice.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

export function LanguagePage() {
  const t = useTranslations('language')
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const backTo = isAuthenticated ? paths.profile : paths.login
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={backTo} />} width="wide">
      <Beside
        aside={
          <SkyPanel>
            <LiftingKite />
          </SkyPanel>
        }
      >
        <LanguageChoice />
        {!isAuthenticated && (
          <ButtonLink variant="quiet" to={paths.login}>
            {t('toLogin')}
          </ButtonLink>
        )}
      </Beside>
    </Screen>
  )
}
