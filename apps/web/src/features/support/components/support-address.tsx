import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { brand } from '../../../lib/brand.ts'
import styles from './support-form.module.css'

/** The address in plain sight, for people who have no mail program here. */
export const SupportAddress = () => {
  const t = useTranslations('support')
  const [result, setResult] = useState<'copied' | 'copyFailed' | null>(null)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(brand.supportEmail)
      setResult('copied')
    } catch {
      setResult('copyFailed')
    }
  }
  return (
    <Card tone="sunken" className={styles.address}>
      <h2 className={styles.title}>{t('addressTitle')}</h2>
      <p>
        {t('addressText')} <span className={styles.mail}>{brand.supportEmail}</span>
      </p>
      <Button variant="secondary" onClick={() => void copy()}>
        {t('copy')}
      </Button>
      <p role="status">{result !== null && t(result)}</p>
    </Card>
  )
}
