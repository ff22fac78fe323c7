import { deletionWords } from '@kitewise/rules/account'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePinAgain } from '../../components/pin-again-sheet.tsx'
import { call } from '../../lib/api-client.ts'
import { clearDrafts } from '../../lib/drafts.ts'
import { useErrorText, useServerText } from '../../lib/error-text.ts'
import { session } from '../../lib/session/session.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'

/** Product spec §9: so long the learner can read that it is done before being signed out. */
const logoutDelayMs = 1500

/**
 * Deletes the account, says so, and signs out. What went wrong is in `failure`, in the server's words where it has some. `sheet` is for
 * `PinAgainSheet`.
 */
export const useDeletion = () => {
  const t = useTranslations('deleteAccount')
  const errorText = useErrorText()
  const serverText = useServerText()
  const pinAgain = usePinAgain()
  const [state, setState] = useState<'ready' | 'deleting' | 'deleted'>('ready')
  const [failure, setFailure] = useState<string | null>(null)

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
      setFailure(errorText(error, serverText(error, t('failed'))))
      setState('ready')
      return
    }
    setState('deleted')
    toast.successPreset('accountDeleted')
    // Also when the screen is left before: the session is over on the server already.
    setTimeout(() => {
      clearDrafts()
      session.clear()
    }, logoutDelayMs)
  })
  return { remove, state, failure, clearFailure: () => setFailure(null), sheet: pinAgain.sheet }
}

/**
 * Whether this confirms a deletion: one of the product's words exactly, or the one that the prompt of this language names, with or
 * without its accents and capitals, which not every keyboard has. Blanks around it do not count.
 * @param locale BCP 47 of the prompt
 */
export const isDeletionWord = (typed: string, wordOfPrompt: string, locale: string): boolean => {
  const word = typed.trim()
  if (deletionWords.includes(word)) return true
  if (deletionWords.includes(wordOfPrompt)) return false
  return new Intl.Collator(locale, { sensitivity: 'base' }).compare(word, wordOfPrompt) === 0
}
