import type { Certificate } from '@kitewise/contract/certificates'
import { dateText } from '@kitewise/rules/calendar-day'
import { useTranslations } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { paths } from '../../../lib/paths.ts'
import styles from './certificate-list.module.css'
import { RowLink } from './row-link.tsx'

const dateOf = (day: string): string => dateText(Date.parse(`${day}T00:00:00Z`) / 1000)

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
          <ul className={styles.list}>
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
    </section>
  )
}
