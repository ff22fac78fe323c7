import { defaultLanguage, languageDetails } from '@kitewise/rules/language'
import { useEffect, useState, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { logError } from '../log-error.ts'
import { useLanguage } from './language.ts'
import { needTexts, useTexts } from './load-texts.ts'

const failOnMissingText = (error: Error): void => {
  throw error
}

/**
 * Gives the screens their sentences. Shows nothing until the first are there; a change of language keeps the old ones until
 * the new ones have come, for good if they never come. Without any sentences it is an error of the whole app.
 */
export const TextsProvider = ({ children }: { children: ReactNode }) => {
  const shown = useTexts((state) => state.shown)
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    const showLanguage = (): void => {
      needTexts().catch((error: unknown) => {
        if (useTexts.getState().shown === undefined) setFailure(error)
        else logError('The texts of another language did not come.', error)
      })
    }
    showLanguage()
    return useLanguage.subscribe(showLanguage)
  }, [])

  const locale = languageDetails[shown?.language ?? defaultLanguage].bcp47
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])

  if (shown === undefined) {
    if (failure !== undefined) throw failure
    return null
  }
  return (
    // Screens are shown when the groups that they name are there, so those that are missing are not asked for.
    <IntlProvider locale={locale} messages={shown.messages} onError={failOnMissingText} timeZone={localTimeZone}>
      {children}
    </IntlProvider>
  )
}

const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
