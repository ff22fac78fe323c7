import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChunkLoadError, loadChunk } from '../../lib/chunk-loading.ts'
import { toast } from '../../lib/toast.ts'
import type { PromptDialog } from './components/prompt-dialog.tsx'

type Dialog = typeof PromptDialog

let loaded: Dialog | null = null

const load = () => import('./components/prompt-dialog.tsx')

/** Prefetches the script of the prompt dialog. A failure is reported when the dialog is opened. */
export async function preloadPromptDialog(): Promise<void> {
  try {
    loaded = (await load()).PromptDialog
  } catch {
    loaded = null
  }
}

/**
 * Its script isn't needed for the first view of a lesson. A failed load shows a toast, and is retried.
 * @returns `Dialog`: rendered while it is open, else null
 */
export function usePromptDialog() {
  const t = useTranslations('errors')
  const [Dialog, setDialog] = useState<Dialog | null>(() => null)
  const [isLoading, setLoading] = useState(false)

  const open = async (): Promise<void> => {
    if (loaded !== null) return setDialog(() => loaded)
    setLoading(true)
    try {
      loaded = await loadChunk('prompt-dialog', load, (module) => module.PromptDialog)
      setDialog(() => loaded)
    } catch (error) {
      if (!(error instanceof ChunkLoadError)) throw error
      toast.error(`${t('chunkText')} ${error.message}`)
    } finally {
      setLoading(false)
    }
  }
  return { Dialog, isLoading, open: () => void open(), close: () => setDialog(() => null) }
}
