import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChunkLoadError, loadChunk } from '../../lib/chunk-loading.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import type { FreeTaskDialog } from './components/free-task-dialog.tsx'

type Dialog = typeof FreeTaskDialog

const load = () => import('./components/free-task-dialog.tsx')

/** Its script isn't needed for the plan. A failed load shows a toast, and is retried. */
export function useFreeTaskDialog() {
  const t = useTranslations('errors')
  const [Dialog, setDialog] = useState<Dialog | null>(() => null)
  const { run: open, isBusy } = useAction(async () => {
    try {
      const loaded = await loadChunk('free-task', load, (module) => module.FreeTaskDialog)
      setDialog(() => loaded)
    } catch (error) {
      if (!(error instanceof ChunkLoadError)) throw error
      toast.error(`${t('chunkText')} ${error.message}`)
    }
  })
  return { Dialog, isLoading: isBusy, open: () => open(), close: () => setDialog(() => null) }
}
