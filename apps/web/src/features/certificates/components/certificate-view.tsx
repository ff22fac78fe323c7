import type { PublicCertificate } from '@kitewise/contract/certificates'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../components/icon.tsx'
import { brand } from '../../../lib/brand.ts'
import { CertificatePaper } from './certificate-paper.tsx'
import styles from './certificate.module.css'
import { Glyph } from './glyph.tsx'

type CertificateViewProps = {
  id: string
  certificate: PublicCertificate
  /** It was issued just now. */
  isNew: boolean
  /** The main actions. */
  actions?: ReactNode
  /** Below everything else. */
  children: ReactNode
}

export function CertificateView({ id, certificate, isNew, actions, children }: CertificateViewProps) {
  const t = useTranslations('certificate')
  const { name, courseName, issueDate, pdfUrl, badgeUrl } = certificate
  return (
    <div className={styles.page}>
      <CertificatePaper name={name} courseName={courseName} issued={{ id, issueDate }} isNew={isNew} />
      <div className={styles.beside}>
        <h1 className={isNew ? styles.title : 'visually-hidden'}>{t(isNew ? 'ready' : 'title')}</h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        <div className={styles.proof}>
          <Icon name="check" />
          <div>
            <p className={styles.verified}>{t('verified')}</p>
            <p>{t('verifiedText', brand)}</p>
          </div>
        </div>
        <ul className={styles.ways}>
          <li>
            <a className={styles.way} href={pdfUrl} download>
              <Glyph name="download" />
              {t('pdf')}
            </a>
          </li>
          <li>
            <a className={styles.way} href={badgeUrl} download aria-describedby="badge-note">
              <Glyph name="badge" />
              {t('badge')}
            </a>
          </li>
        </ul>
        <p id="badge-note" className={styles.note}>
          {t('badgeNote')}
        </p>
        {children}
      </div>
    </div>
  )
}
