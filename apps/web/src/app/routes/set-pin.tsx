import { Navigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { buttonClass, Button } from '../../components/button.tsx'
import { brand, supportMailto } from '../../lib/brand.ts'
import { paths } from '../../lib/paths.ts'
import { signOut } from '../../lib/session/sign-out.ts'
import { useLearner } from '../../lib/session/use-learner.ts'
import { Screen } from '../shell/screen.tsx'
import { SimpleHeader } from '../shell/simple-header.tsx'
import styles from './message-page.module.css'

/** Where learners without a PIN are sent. Setting one comes with onboarding; until then a person helps. */
export const SetPinPage = () => {
  const t = useTranslations()
  const learner = useLearner()
  if (learner.isPinSetUp) return <Navigate to={paths.courses} replace />
  return (
    <Screen title={t('setPin.title')} header={<SimpleHeader />}>
      <div className={styles.content}>
        <h1 className={styles.title}>{t('setPin.title')}</h1>
        <p className={styles.text}>{t('setPin.text')}</p>
        <div className={styles.actions}>
          <a className={buttonClass({})} href={supportMailto(t('setPin.subject'))}>
            {t('restorePass.write', { email: brand.supportEmail })}
          </a>
          <Button variant="quiet" onClick={signOut}>
            {t('profile.logOut')}
          </Button>
        </div>
      </div>
    </Screen>
  )
}
