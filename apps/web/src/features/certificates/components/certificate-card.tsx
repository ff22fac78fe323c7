import { useLocale, useTranslations } from 'use-intl'
import { Icon } from '../../../components/icon.tsx'
import { Logo } from '../../../components/kite.tsx'
import styles from './certificate.module.css'

type CertificateCardProps = {
  /** Blank until a name is typed. */
  name: string
  courseName: string
  /** YYYY-MM-DD; absent before it is issued. */
  issueDate?: string
}

/** A certificate in the reader's language. Name and course are as they were issued. */
export function CertificateCard({ name, courseName, issueDate }: CertificateCardProps) {
  const t = useTranslations('certificate')
  const locale = useLocale()
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <figure className={styles.card}>
      <span className={styles.medal}>
        <Icon name="medal" isFilled />
      </span>
      <p className={styles.small}>{t('certifies')}</p>
      <p className={styles.name}>{name.trim() === '' ? t('yourName') : name}</p>
      <p className={styles.small}>{t('completed')}</p>
      <p className={styles.course}>{courseName}</p>
      <figcaption className={styles.foot}>
        <Logo />
        {issueDate !== undefined && <time dateTime={issueDate}>{day.format(new Date(`${issueDate}T00:00:00Z`))}</time>}
      </figcaption>
    </figure>
  )
}
