import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, buttonClass } from '../../../components/button.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { brand } from '../../../lib/brand.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction, useActionOnShow } from '../../../lib/use-action.ts'
import { addressOf, addToProfileUrl, linkedInPostUrl, readPicture, type Shared, shareOnDevice } from '../share.ts'
import styles from './certificate.module.css'
import { Glyph } from './glyph.tsx'

/** By the device's share sheet, else by one of our own. */
export function ShareButton({ certificate }: { certificate: Shared }) {
  const t = useTranslations('certificate')
  const [isOpen, setOpen] = useState(false)
  const { data: picture } = useActionOnShow((signal) => readPicture(certificate.id, signal))
  const { run: share, isBusy } = useAction(async () => {
    const text = t('shareText', { ...brand, course: certificate.courseName })
    const isShared = await shareOnDevice(certificate, text, picture ?? null)
    if (!isShared) setOpen(true)
  })
  return (
    <>
      <Button icon={<Glyph name="share" />} isBusy={isBusy} onClick={() => share()}>
        {t('share')}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('shareTitle')}>
        <WaysToShare certificate={certificate} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

/** Opens LinkedIn's form, filled in. */
export function AddToProfile({ certificate }: { certificate: Shared }) {
  const t = useTranslations('certificate')
  return (
    <a className={buttonClass({ variant: 'secondary' })} href={addToProfileUrl(certificate)} {...elsewhere}>
      <Glyph name="linkedIn" />
      {t('addToProfile')}
    </a>
  )
}

const elsewhere = { target: '_blank', rel: 'noopener noreferrer' } as const

const WaysToShare = ({ certificate, onDone }: { certificate: Shared; onDone: () => void }) => {
  const t = useTranslations('certificate')
  const { run: copy } = useAction(async () => {
    if (await copyText(addressOf(certificate))) {
      onDone()
      toast.success(t('copied'))
    } else toast.error(t('shareFailed'))
  })
  return (
    <ul className={styles.ways}>
      <li>
        <button type="button" className={styles.way} onClick={() => copy()}>
          <Glyph name="link" />
          {t('copyLink')}
        </button>
      </li>
      <li>
        <a className={styles.way} href={linkedInPostUrl(certificate)} {...elsewhere}>
          <Glyph name="linkedIn" />
          {t('postOnLinkedIn')}
        </a>
      </li>
      <li>
        <a className={styles.way} href={addToProfileUrl(certificate)} {...elsewhere}>
          <Glyph name="profile" />
          {t('addToProfile')}
        </a>
      </li>
      <li>
        <a className={styles.way} href={certificate.pdfUrl} download>
          <Glyph name="download" />
          {t('pdf')}
        </a>
      </li>
    </ul>
  )
}
