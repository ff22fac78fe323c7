import { defaultLanguage, languageDetails, type TextLanguage } from '@kitewise/rules/language'
import type { Messages, TextGroup } from '@kitewise/texts/web/messages'
import { type ReactNode, useEffect, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { texts } from 'virtual:texts'
import { create } from 'zustand'
import { loadChunk } from '../chunk-loading.ts'
import { logError } from '../log-error.ts'
import { useLanguage } from './language.ts'

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

type Shown = { language: TextLanguage; messages: Partial<Messages> }

/** The sentences on the screen and the language they are really in; undefined until the first have come. */
export const useTexts = create<{ shown: Shown | undefined }>()(() => ({ shown: undefined }))

const shownGroups = new Set<TextGroup>(['core'])
const loads = new Map<string, Promise<Partial<Messages>>>()

/** Whether a language has all its sentences. */
export const hasTexts = (language: TextLanguage): boolean => texts[language] !== undefined

/** A language that has no texts of its own is shown in English. */
const languageWanted = (): TextLanguage => {
  const { language } = useLanguage.getState()
  return hasTexts(language) ? language : defaultLanguage
}

/** A failed load may be tried again. */
const loadGroup = (language: TextLanguage, group: TextGroup): Promise<Partial<Messages>> => {
  const id = `texts-${language}-${group}`
  const known = loads.get(id)
  if (known) return known
  const loader: () => Promise<{ messages: Partial<Messages> }> = (texts[language] ?? texts.en)[group]
  const load = loadChunk(id, loader, ({ messages }) => messages)
  loads.set(id, load)
  load.catch(() => loads.delete(id))
  return load
}

/**
 * Loads these groups in the language of the moment, together with every group in use, and puts them on the screen. What is shown is
 * always of one language: a switch happens when all of the new one is there. Resolves when the sentences may be used.
 * @throws {ChunkLoadError}
 */
export const needTexts = async (groups: readonly TextGroup[] = []): Promise<void> => {
  const language = languageWanted()
  const wanted = new Set([...shownGroups, ...groups])
  const parts = await Promise.all([...wanted].map((group) => loadGroup(language, group)))
  const isOutdated = language !== languageWanted() || [...shownGroups].some((group) => !wanted.has(group))
  if (isOutdated) return needTexts(groups)

  for (const group of wanted) shownGroups.add(group)
  const { shown } = useTexts.getState()
  const kept = shown?.language === language ? shown.messages : {}
  useTexts.setState({ shown: { language, messages: Object.assign({}, kept, ...parts) } })
}
