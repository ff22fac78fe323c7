import { deletionGraceDays } from '@kitewise/rules/account'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { ConfirmDeletion } from './confirm-deletion.tsx'
import styles from './erasure.module.css'

/** Says what a deletion means, and begins it. */
export const DeletionCard = () => {
  const t = useTranslations('deleteAccount')
  const [isConfirming, setConfirming] = useState(false)
  const days = deletionGraceDays
  return (
    <Card className={styles.card}>
      <h2 className={styles.heading}>{t('whatTitle')}</h2>
      <ul className={styles.list}>
        <li>{t('atOnce')}</li>
        <li>{t('billing')}</li>
        <li>{t('wayBack', { days })}</li>
        <li>{t('erasure', { days })}</li>
      </ul>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        {t('start')}
      </Button>
      {isConfirming && <ConfirmDeletion onClose={() => setConfirming(false)} />}
    </Card>
  )
}
