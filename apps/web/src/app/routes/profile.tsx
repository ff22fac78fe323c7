import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../components/layout.tsx'
import { IconButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Icon } from '../../components/icon.tsx'
import { OwnersOwn } from '../../components/owners-own.tsx'
import { InitialsAvatar } from '../../components/initials-avatar.tsx'
import { MarketingConsentSwitch } from '../../features/account/components/marketing-consent-switch.tsx'
import { LogOutButton, OnThisDevice } from '../../features/account/components/on-this-device.tsx'
import { OrganizationLinks } from '../../features/account/components/organization-links.tsx'
import { SupportViewCard } from '../../features/account/components/support-view-card.tsx'
import { CertificateList, RowLink, SettingsDrawer } from '../../features/account/components/profile-lists.tsx'
import { ReminderHour } from '../../features/reminders/components/reminder-hour.tsx'
import { StreakCards } from '../../features/streak/components/streak-cards.tsx'
import { Settings } from '../../features/account/components/settings.tsx'
import { certificatesQuery } from '../../lib/learning-queries.ts'
import { needTexts } from '../../lib/i18n/texts.tsx'
import { loadPart } from '../../lib/load-part.ts'
import { paths } from '../../lib/paths.ts'
import { streakQuery } from '../../lib/queries.ts'
import { useLearner } from '../../lib/session/session.ts'
import { Screen } from '../shell/screen.tsx'
import { OwnText } from '../../components/own-text.tsx'
import styles from './profile.module.css'

const Passkeys = lazy(() =>
  loadPart(
    async () => {
      const part = import('../../features/account/components/passkeys.tsx')
      await needTexts(['passkeys'])
      return part
    },
    (module) => module.Passkeys,
  ),
)

export function ProfilePage() {
  const t = useTranslations()
  const [isOpen, setOpen] = useState(false)
  return (
    <Screen title={t('profile.title')} width="wide">
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
        <div className={styles.columns}>
          <Mine />
          <div className={styles.settings}>
            <Settings reminderHour={<ReminderHour />} />
          </div>
          <Stack gap="sections">
            <OnThisDevice />
            <OwnersOwn>
              <MarketingConsentSwitch />
              <Suspense>
                <Passkeys />
              </Suspense>
              <OrganizationLinks />
              <SupportViewCard />
            </OwnersOwn>
            <LogOutButton variant="secondary" />
          </Stack>
        </div>
      </Stack>
      <SettingsDrawer isOpen={isOpen} onClose={() => setOpen(false)} />
    </Screen>
  )
}

/** Who the learner is and what they have reached. */
const Mine = () => {
  const t = useTranslations('profile')
  const { data: streak } = useQuery(streakQuery)
  const { data: certificates } = useQuery(certificatesQuery)
  return (
    <Stack gap={20}>
      <WhoCard />
      <ReturnedMailCard />
      <Card padding="none" className={styles.help}>
        <RowLink to={paths.portfolio} icon={<Icon name="pencil" />} note={t('promptsNote')}>
          {t('prompts')}
        </RowLink>
        <RowLink to={paths.forWork} icon={<Icon name="courses" />} note={t('workNote')}>
          {t('work')}
        </RowLink>
        <RowLink to={paths.team} icon={<Icon name="account" />} note={t('teamNote')}>
          {t('team')}
        </RowLink>
        <RowLink to={paths.support} icon={<Icon name="help" />} note={t('helpNote')}>
          {t('help')}
        </RowLink>
        <RowLink to={paths.reminders} icon={<Icon name="clock" />} note={t('remindersNote')}>
          {t('reminders')}
        </RowLink>
      </Card>
      {streak && <StreakCards streak={streak} />}
      {certificates && <CertificateList certificates={certificates} />}
    </Stack>
  )
}

/** Reminders, receipts and links to a new PIN wouldn't arrive, and nothing else says so. */
const ReturnedMailCard = () => {
  const t = useTranslations('profile')
  const { emailComesBack = false } = useLearner()
  if (!emailComesBack) return null
  return (
    <Card tone="bad" padding="none" className={styles.help}>
      <RowLink to={paths.changeEmail} icon={<Icon name="warning" />} note={t('comesBackNote')}>
        {t('comesBack')}
      </RowLink>
    </Card>
  )
}

const WhoCard = () => {
  const { firstName = '', email } = useLearner()
  return (
    <Card className={styles.card}>
      <InitialsAvatar name={firstName || email} />
      <div className={styles.who}>
        {firstName !== '' && (
          <OwnText as="p" className={styles.name}>
            {firstName}
          </OwnText>
        )}
        <p className={styles.email} translate="no">
          {email}
        </p>
      </div>
    </Card>
  )
}
