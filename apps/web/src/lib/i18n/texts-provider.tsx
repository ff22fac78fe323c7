import { languageDetails } from '@kitewise/rules/language'
import { useEffect, useState, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { useLanguage } from './language.ts'
import { loadMessages, type Catalogue } from './load-messages.ts'

const failOnMissingText = (error: Error): void => {
  throw error
}

/**
 * Gives the screens their sentences. Shows nothing until the first catalogue is there; a change of language keeps
 * the old one until the new one has come. A catalogue that cannot be loaded at all is an error of the whole app.
 */
export const TextsProvider = ({ children }: { children: ReactNode }) => {
  const language = useLanguage((state) => state.language)
  const [catalogue, setCatalogue] = useState<Catalogue>()
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    let isCurrent = true
    loadMessages(language).then(
      (loaded) => isCurrent && setCatalogue(loaded),
      (error: unknown) => isCurrent && setFailure(error),
    )
    return () => {
      isCurrent = false
    }
  }, [language])

  const locale = languageDetails[catalogue?.language ?? language].bcp47
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])

  if (catalogue === undefined) {
    if (failure !== undefined) throw failure
    return null
  }
  return (
    <IntlProvider locale={locale} messages={catalogue.messages} onError={failOnMissingText} timeZone={localTimeZone}>
      {children}
    </IntlProvider>
  )
}

const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
