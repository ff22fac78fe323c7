import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../components/layout.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Icon } from '../../components/icon.tsx'
import { InitialsAvatar } from '../../components/initials-avatar.tsx'
import { MarketingConsentSwitch } from '../../features/account/components/marketing-consent-switch.tsx'
import { CertificateList, RowLink, SettingsDrawer } from '../../features/account/components/profile-lists.tsx'
import { certificatesQuery } from '../../features/certificates/api.ts'
import { StreakCards } from '../../features/streak/components/streak-cards.tsx'
import { paths } from '../../lib/paths.ts'
import { streakQuery } from '../../lib/queries.ts'
import { useLearner } from '../../lib/session/session.ts'
import { signOut } from '../../lib/session/sign-out.ts'
import { Screen } from '../shell/screen.tsx'
import styles from './profile.module.css'

export function ProfilePage() {
  const t = useTranslations()
  const [isOpen, setOpen] = useState(false)
  const { data: streak } = useQuery(streakQuery)
  const { data: certificates } = useQuery(certificatesQuery)
  return (
    <Screen title={t('profile.title')}>
      <Stack gap={20}>
        <div className={styles.top}>
          <h1 className={styles.title}>{t('profile.title')}</h1>
          <IconButton
            icon="settings"
            label={t('profile.settings')}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          />
        </div>
        <WhoCard />
        <Card padding="none" className={styles.help}>
          <RowLink to={paths.support} icon={<Icon name="help" />} note={t('profile.helpNote')}>
            {t('profile.help')}
          </RowLink>
          <RowLink to={paths.reminders} icon={<Icon name="clock" />} note={t('profile.remindersNote')}>
            {t('profile.reminders')}
          </RowLink>
        </Card>
        {streak && <StreakCards streak={streak} />}
        {certificates && <CertificateList certificates={certificates} />}
        <MarketingConsentSwitch />
        <Button variant="secondary" icon={<Icon name="logOut" />} onClick={signOut}>
          {t('session.logOut')}
        </Button>
      </Stack>
      <SettingsDrawer isOpen={isOpen} onClose={() => setOpen(false)} />
    </Screen>
  )
}

const WhoCard = () => {
  const { username, email } = useLearner()
  return (
    <Card className={styles.card}>
      <InitialsAvatar name={username || email} />
      <div className={styles.who}>
        {username !== '' && username !== email && <p className={styles.name}>{username}</p>}
        <p className={styles.email}>{email}</p>
      </div>
    </Card>
  )
}
