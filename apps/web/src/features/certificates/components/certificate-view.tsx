import type { PublicCertificate } from '@kitewise/contract/certificates'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { brand } from '../../../lib/brand.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import { CertificateCard } from './certificate-card.tsx'
import styles from './certificate.module.css'

export function CertificateView({ certificate }: { certificate: PublicCertificate }) {
  const t = useTranslations('certificate')
  const { pdfUrl, badgeUrl } = certificate
  return (
    <>
      <CertificateCard {...certificate} />
      <div className={styles.proof}>
        <Badge tone="good" icon={<Icon name="check" />}>
          {t('verified')}
        </Badge>
        <p className={styles.text}>{t('verifiedText', brand)}</p>
      </div>
      <div className={styles.files}>
        <a className={styles.file} href={pdfUrl} download>
          {t('pdf')}
        </a>
        <a className={styles.file} href={badgeUrl} download>
          {t('badge')}
        </a>
        <p className={styles.note}>{t('badgeNote')}</p>
      </div>
    </>
  )
}

const isCanceled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Shares a link by the device's share sheet, else copies it. */
export function ShareButton({ url, title }: { url: string; title: string }) {
  const t = useTranslations('certificate')
  const { run: share } = useAction(async () => {
    try {
      if (navigator.canShare?.({ url, title })) return await navigator.share({ url, title })
      await navigator.clipboard.writeText(url)
      toast.success(t('copied'))
    } catch (error) {
      if (!isCanceled(error)) toast.error(t('shareFailed'))
    }
  })
  return <Button onClick={() => share()}>{t('share')}</Button>
}
