import { useTranslations } from 'use-intl'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Icon } from '../../components/icon.tsx'
import { InitialsAvatar } from '../../components/initials-avatar.tsx'
import { signOut } from '../../lib/session/sign-out.ts'
import { useLearner } from '../../lib/session/use-learner.ts'
import { Screen } from '../shell/screen.tsx'
import styles from './profile.module.css'

export const ProfilePage = () => {
  const t = useTranslations('profile')
  const { username, email } = useLearner()
  return (
    <Screen title={t('title')}>
      <div className={styles.content}>
        <h1 className={styles.title}>{t('title')}</h1>
        <Card className={styles.card}>
          <InitialsAvatar name={username || email} />
          <div className={styles.who}>
            {username !== '' && username !== email && <p className={styles.name}>{username}</p>}
            <p className={styles.email}>{email}</p>
          </div>
        </Card>
        <Button variant="secondary" icon={<Icon name="logOut" />} onClick={signOut}>
          {t('logOut')}
        </Button>
      </div>
    </Screen>
  )
}
