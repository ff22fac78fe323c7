import type { TextLanguage } from '@kitewise/rules/language'
import { useRef, useState } from 'react'
import { setLanguage, useLanguage } from '../../lib/i18n/language.ts'
import { unsavedLanguage } from '../../lib/i18n/stored-language.ts'
import { useSession } from '../../lib/session/session.ts'
import { saveLanguage } from './save-language.ts'

/** `kept` is a choice of somebody signed out, which this browser alone knows. */
type Outcome = 'none' | 'saving' | 'saved' | 'kept' | 'failed'

/**
 * The language of the interface and the way to change it: at once here, and in the profile of whoever is signed in. Choices are sent
 * one after another, so that the last one is what the server keeps.
 */
export const useLanguageChoice = () => {
  const language = useLanguage((state) => state.language)
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const [outcome, setOutcome] = useState<Outcome>('none')
  const sending = useRef(Promise.resolve())
  const newest = useRef(0)

  const send = async (chosen: TextLanguage, number: number): Promise<void> => {
    if (number !== newest.current) return
    const end = await saveLanguage(chosen).then(
      () => 'saved' as const,
      () => 'failed' as const,
    )
    if (number !== newest.current) return
    // A session that has ended takes the stored language along; the choice stays all the same.
    setLanguage(chosen)
    setOutcome(end)
  }
  const choose = (chosen: TextLanguage): void => {
    setLanguage(chosen)
    newest.current += 1
    const number = newest.current
    if (!isAuthenticated) return setOutcome('kept')
    unsavedLanguage.write(chosen)
    setOutcome('saving')
    sending.current = sending.current.then(() => send(chosen, number))
  }
  return { language, choose, outcome }
}
