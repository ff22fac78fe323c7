import { useTranslations } from 'use-intl'
import { usePinAgain } from '../../components/pin-again-sheet.tsx'
import { call } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import { saveFile } from './save-file.ts'

/** Downloads everything that is held about the learner as one file. `sheet` is for `PinAgainSheet`. */
export const useExport = () => {
  const t = useTranslations('deleteAccount')
  const errorText = useErrorText()
  const pinAgain = usePinAgain()

  const { run: download, isBusy } = useAction(async () => {
    try {
      const data = await pinAgain.run(() => call('GET /api/product-user/export'))
      if (data !== null) {
        saveFile(`kitewise-data-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
        toast.success(t('downloaded'))
      }
    } catch (error) {
      toast.error(errorText(error, t('downloadFailed')))
    }
  })
  return { download, isBusy, sheet: pinAgain.sheet }
}
