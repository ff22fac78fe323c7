import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { MarketingText } from './consent-texts.tsx'
import styles from './registration-form.module.css'

type MarketingDialogProps = { isOpen: boolean; onConfirm: () => void; onSkip: () => void; onClose: () => void }

/** Asks once more who left the box empty. To close it decides nothing and leads back to the form. */
export const MarketingDialog = ({ isOpen, onConfirm, onSkip, onClose }: MarketingDialogProps) => {
  const t = useTranslations('registration')
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('dialogTitle')}
      footer={
        <div className={styles.choices}>
          <Button onClick={onConfirm}>{t('dialogConfirm')}</Button>
          <Button variant="secondary" onClick={onSkip}>
            {t('dialogSkip')}
          </Button>
        </div>
      }
    >
      <p>
        <MarketingText />
      </p>
    </Sheet>
  )
}
