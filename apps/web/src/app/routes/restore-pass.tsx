import { useTranslations } from 'use-intl'
import { buttonClass } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { brand, supportMailto } from '../../lib/brand.ts'
import { paths } from '../../lib/paths.ts'
import { Screen } from '../shell/screen.tsx'
import { SimpleHeader } from '../shell/simple-header.tsx'
import styles from './message-page.module.css'

/** Restoring a PIN by oneself comes with mails; until then a person helps. */
export const RestorePassPage = () => {
  const t = useTranslations('restorePass')
  return (
    <Screen title={t('title')} header={<SimpleHeader backTo={paths.login} />}>
      <div className={styles.content}>
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.text}>{t('text')}</p>
        <div className={styles.actions}>
          <a className={buttonClass({})} href={supportMailto(t('subject'))}>
            {t('write', { email: brand.supportEmail })}
          </a>
          <ButtonLink variant="quiet" to={paths.login}>
            {t('toLogin')}
          </ButtonLink>
        </div>
      </div>
    </Screen>
  )
}
