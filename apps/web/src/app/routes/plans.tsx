import { useTranslations } from 'use-intl'
import { buttonClass } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { Card } from '../../components/card.tsx'
import { brand, supportMailto } from '../../lib/brand.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { Screen } from '../shell/screen.tsx'
import { SimpleHeader } from '../shell/simple-header.tsx'
import styles from './message-page.module.css'

/** No plan is for sale yet, so the spec's line says so, and nothing can be bought by mistake. */
export const PlansPage = () => {
  const t = useTranslations('plans')
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  return (
    <Screen title={t('title')} header={<SimpleHeader backTo={isAuthenticated ? paths.profile : paths.login} />}>
      <div className={styles.content}>
        <h1 className={styles.title}>{t('title')}</h1>
        <Card>
          <p className={styles.strong}>{t('comingSoon')}</p>
          <p className={styles.text}>{t('comingSoonNote', brand)}</p>
        </Card>
        <div className={styles.actions}>
          <a className={buttonClass({})} href={supportMailto(t('title'))}>
            {t('writeToUs')}
          </a>
          {!isAuthenticated && (
            <ButtonLink variant="quiet" to={paths.login}>
              {t('toLogin')}
            </ButtonLink>
          )}
        </div>
      </div>
    </Screen>
  )
}
