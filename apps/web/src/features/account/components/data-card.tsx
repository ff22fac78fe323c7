import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { PinAgainSheet, usePinAgain } from '../../../components/pin-again-sheet.tsx'
import { call } from '../../../lib/api-client.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import styles from './account.module.css'

export function DataCard() {
  const t = useTranslations('deleteAccount')
  const { download, isBusy, sheet } = useExport()
  return (
    <Card gap={16}>
      <h2 className={styles.heading}>{t('dataTitle')}</h2>
      <p>{t('dataText')}</p>
      <Button variant="secondary" isBusy={isBusy} onClick={() => download()}>
        {isBusy ? t('downloading') : t('download')}
      </Button>
      <PinAgainSheet {...sheet} />
    </Card>
  )
}

const useExport = () => {
  const t = useTranslations('deleteAccount')
  const errorText = useErrorText()
  const pinAgain = usePinAgain()

  const { run: download, isBusy } = useAction(async () => {
    try {
      const data = await pinAgain.run(() => call('GET /api/product-user/export'))
      if (data !== null) {
        saveFile(`my-data-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, 2), 'application/json')
        toast.success(t('downloaded'))
      }
    } catch (error) {
      toast.error(errorText(error, t('downloadFailed')))
    }
  })
  return { download, isBusy, sheet: pinAgain.sheet }
}
