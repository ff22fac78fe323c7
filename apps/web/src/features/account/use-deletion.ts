import { deletionWords } from '@kitewise/rules/account'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePinAgain } from '../../components/pin-again-sheet.tsx'
import { ApiError, call } from '../../lib/api-client.ts'
import { useErrorText, useServerText } from '../../lib/error-text.ts'
import { useLearner } from '../../lib/session/session.ts'
import { leaveBrowser } from '../../lib/session/sign-out.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'

/** How long the learner can read the confirmation before being signed out (docs/product.md). */
const logoutDelayMs = 1500

export function useDeletion() {
  const t = useTranslations('deleteAccount')
  const errorText = useErrorText()
  const serverText = useServerText()
  const pinAgain = usePinAgain()
  const { id: userId } = useLearner()
  const [state, setState] = useState<'ready' | 'deleting' | 'deleted'>('ready')
  const [failure, setFailure] = useState<string | null>(null)
  /** A team has no other owner. */
  const [isNeeded, setNeeded] = useState(false)

  const { run: remove } = useAction(async () => {
    if (state === 'deleted') return
    setState('deleting')
    setFailure(null)
    try {
      if ((await pinAgain.run(() => call('DELETE /api/product-user/delete-account'))) === null) {
        setState('ready')
        return
      }
    } catch (error) {
      const isNeeded = error instanceof ApiError && error.code === 'organization_needs_owner'
      setNeeded(isNeeded)
      setFailure(isNeeded ? t('needsOwner') : errorText(error, serverText(error, t('failed'))))
      setState('ready')
      return
    }
    setState('deleted')
    toast.successPreset('accountDeleted')
    // Also if the screen is left before: the server has already ended the session.
    setTimeout(() => leaveBrowser(userId), logoutDelayMs)
  })
  return { remove, state, failure, isNeeded, clearFailure: () => setFailure(null), sheet: pinAgain.sheet }
}

/**
 * One of the product's words exactly, or the prompt's word without regard to accents and capitals, which not every
 * keyboard has. @param locale BCP 47 of the prompt
 */
export function isDeletionWord(typed: string, wordOfPrompt: string, locale: string): boolean {
  const word = typed.trim()
  if (deletionWords.includes(word)) return true
  if (deletionWords.includes(wordOfPrompt)) return false
  return new Intl.Collator(locale, { sensitivity: 'base' }).compare(word, wordOfPrompt) === 0
}
