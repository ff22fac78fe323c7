import { useTranslations } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { RowLink } from './row-link.tsx'
import styles from './certificate-list.module.css'

/** `issueDate` as people read it, `certificateUrl` a path of the app. */
export type Certificate = { id: string; name: string; courseName: string; issueDate: string; certificateUrl: string }

/** The learner's certificates, each leading to its page, or the plain word that there are none. */
export const CertificateList = ({ certificates }: { certificates: readonly Certificate[] }) => {
  const t = useTranslations('profile')
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('certificates')}</h2>
      {certificates.length === 0 ? (
        <p className={styles.none}>{t('noCertificates')}</p>
      ) : (
        <Card padding="none">
          <ul>
            {certificates.map(({ id, name, courseName, issueDate, certificateUrl }) => (
              <li key={id}>
                <RowLink
                  to={certificateUrl}
                  icon={<Icon name="medal" isFilled />}
                  note={t('issued', { name, date: issueDate })}
                >
                  {courseName}
                </RowLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}
