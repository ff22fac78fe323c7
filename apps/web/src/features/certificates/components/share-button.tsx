import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Hands a link to another app where the device can, and to the clipboard elsewhere. */
export const ShareButton = ({ url, title }: { url: string; title: string }) => {
  const t = useTranslations('certificate')
  const { run: share } = useAction(async () => {
    try {
      if (navigator.canShare?.({ url, title })) return await navigator.share({ url, title })
      await navigator.clipboard.writeText(url)
      toast.success(t('copied'))
    } catch (error) {
      if (!isCancelled(error)) toast.error(t('shareFailed'))
    }
  })
  return <Button onClick={() => share()}>{t('share')}</Button>
}
