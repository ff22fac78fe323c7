import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { PinAgainSheet } from '../../../components/pin-again-sheet.tsx'
import { useExport } from '../use-export.ts'
import styles from './erasure.module.css'

/** Offers a copy of all data. */
export const DataCard = () => {
  const t = useTranslations('deleteAccount')
  const { download, isBusy, sheet } = useExport()
  return (
    <Card className={styles.card}>
      <h2 className={styles.heading}>{t('dataTitle')}</h2>
      <p>{t('dataText')}</p>
      <Button variant="secondary" isBusy={isBusy} onClick={() => download()}>
        {isBusy ? t('downloading') : t('download')}
      </Button>
      <PinAgainSheet {...sheet} />
    </Card>
  )
}
