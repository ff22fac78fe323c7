import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { paths } from '../../../lib/paths.ts'
import { signOut } from '../../../lib/session/sign-out.ts'
import { RowLink } from './row-link.tsx'
import styles from './settings-drawer.module.css'

/** Product spec §2, in its order. */
const groups = [
  [
    { to: paths.subscription, label: 'subscription' },
    { to: paths.changeEmail, label: 'changeEmail' },
    { to: paths.feedback, label: 'feedback' },
    { to: paths.language, label: 'language' },
    { to: paths.deleteAccount, label: 'deleteAccount' },
  ],
  [
    { to: paths.terms, label: 'terms' },
    { to: paths.privacy, label: 'privacy' },
    { to: paths.subscriptionTerms, label: 'subscriptionTerms' },
  ],
] as const

/** The settings of the account. Choosing a link leaves the profile, and the drawer with it. */
export const SettingsDrawer = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const t = useTranslations()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('profile.settings')}>
      <nav aria-label={t('profile.settings')} className={styles.groups}>
        {groups.map((entries) => (
          <ul key={entries[0].label} className={styles.list}>
            {entries.map(({ to, label }) => (
              <li key={label}>
                <RowLink to={to}>{t(`profile.${label}`)}</RowLink>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <Button variant="quiet" icon={<Icon name="logOut" />} onClick={signOut}>
        {t('session.logOut')}
      </Button>
    </Sheet>
  )
}
