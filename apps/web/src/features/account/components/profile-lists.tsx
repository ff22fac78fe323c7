import type { Certificate } from '@kitewise/contract/certificates'
import { dateText } from '@kitewise/rules/calendar-day'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Stack } from '../../../components/layout.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { paths } from '../../../lib/paths.ts'
import { LogOutButton } from './on-this-device.tsx'
import styles from './account.module.css'

const dateOf = (day: string): string => dateText(Date.parse(`${day}T00:00:00Z`) / 1000)

export function CertificateList({ certificates }: { certificates: readonly Certificate[] }) {
  const t = useTranslations('profile')
  return (
    <Stack as="section" gap={8}>
      <h2 className={styles.title}>{t('certificates')}</h2>
      {certificates.length === 0 ? (
        <p className={styles.none}>{t('noCertificates')}</p>
      ) : (
        <Card padding="none">
          <ul className={styles.certificates}>
            {certificates.map(({ id, name, courseName, issueDate }) => (
              <li key={id}>
                <RowLink
                  to={paths.certificate(id)}
                  icon={<Icon name="medal" isFilled />}
                  note={t('issued', { name, date: dateOf(issueDate) })}
                >
                  {courseName}
                </RowLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Stack>
  )
}

/** The order is fixed in docs/product.md. */
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

/** The account settings. Choosing a link leaves the profile, and the drawer with it. */
export function SettingsDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('profile.settings')}>
      <nav aria-label={t('profile.settings')} className={styles.groups}>
        {groups.map((entries) => (
          <ul key={entries[0].label} className={styles.settingsList}>
            {entries.map(({ to, label }) => (
              <li key={label}>
                <RowLink to={to}>{t(`profile.${label}`)}</RowLink>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <LogOutButton variant="quiet" />
    </Sheet>
  )
}

type RowLinkProps = { to: string; icon?: ReactNode; note?: string; children: ReactNode }

export function RowLink({ to, icon, note, children }: RowLinkProps) {
  return (
    <Link to={to} className={styles.row}>
      {icon}
      <span className={styles.words}>
        {children}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      <Icon name="chevronRight" />
    </Link>
  )
}
