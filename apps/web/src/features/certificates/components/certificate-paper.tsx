import { certificateSizes } from '@kitewise/rules/certificate-paper'
import { useLocale, useTranslations } from 'use-intl'
import { CertificateArt, certificatePage } from '../../../components/certificate-art.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { brand } from '../../../lib/brand.ts'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './certificate-paper.module.css'

type CertificatePaperProps = {
  /** Blank until a name is typed. */
  name: string
  courseName: string
  /** Absent before it is issued. `issueDate` is YYYY-MM-DD. */
  issued?: { id: string; issueDate: string }
  /** It draws itself, once. */
  isNew?: boolean
}

/**
 * A certificate as its PDF shows it, on light paper in both themes, but in the reader's language. Name and course are as
 * they were issued.
 */
export function CertificatePaper({ name, courseName, issued, isNew = false }: CertificatePaperProps) {
  const t = useTranslations('certificate')
  const shownName = name.trim() === '' ? t('yourName') : name
  const sizes = certificateSizes({ name: shownName, courseName })
  return (
    <figure className={styles.sheet} data-paper="light" data-drawn={isNew || undefined}>
      <svg
        className={styles.art}
        viewBox={`0 0 ${certificatePage.width} ${certificatePage.height}`}
        preserveAspectRatio="xMaxYMax meet"
        aria-hidden="true"
        focusable="false"
      >
        <CertificateArt hasSeal={issued !== undefined} />
      </svg>
      <div className={styles.words}>
        <p className={styles.brand} translate="no">
          <KiteMark />
          {brand.brand}
        </p>
        <div className={styles.statement}>
          <p className={styles.heading}>{t('heading')}</p>
          <p className={styles.small}>{t('certifies')}</p>
          <OwnText as="p" className={styles.name} data-size={sizes.name}>
            <span>{shownName}</span>
          </OwnText>
          <p className={styles.small}>{t('completed')}</p>
          <p className={styles.course} data-size={sizes.courseName}>
            {courseName}
          </p>
        </div>
        {issued && <Foot {...issued} />}
      </div>
    </figure>
  )
}

const Foot = ({ id, issueDate }: { id: string; issueDate: string }) => {
  const t = useTranslations('certificate')
  const day = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <dl className={styles.foot}>
      <div>
        <dt>{t('date')}</dt>
        <dd>
          {/* The server has written it with its own Intl data. */}
          <time dateTime={issueDate} suppressHydrationWarning>
            {day.format(new Date(`${issueDate}T00:00:00Z`))}
          </time>
        </dd>
      </div>
      <div className={styles.issuer}>
        <dt>{t('issuer')}</dt>
        <dd translate="no">{brand.company}</dd>
      </div>
      <div>
        <dt>{t('number')}</dt>
        <dd className={styles.number} translate="no">
          {id}
        </dd>
      </div>
    </dl>
  )
}
