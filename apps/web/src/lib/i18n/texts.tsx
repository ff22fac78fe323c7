import { defaultLanguage, languageDetails, type TextLanguage } from '@kitewise/rules/language'
import type { Messages, TextGroup } from '@kitewise/texts/web/messages'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { IntlProvider } from 'use-intl'
import { texts } from 'virtual:texts'
import { create } from 'zustand'
import { browserTimeZone } from '../browser-locale.ts'
import { loadChunk } from '../chunk-loading.ts'
import { logError } from '../log-error.ts'
import { useLanguage } from './language.ts'

const failOnMissingText = (error: Error): void => {
  throw error
}

/** A change of language keeps the old texts until the new ones have loaded, for good if they fail. */
export function TextsProvider({ children }: { children: ReactNode }) {
  // Not `useTexts()`, which starts a hydration without texts.
  const shown = useSyncExternalStore(useTexts.subscribe, readShown, readShown)
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
    // Screens are shown only when their text groups have loaded, so a missing text is a bug.
    <IntlProvider locale={locale} messages={shown.messages} onError={failOnMissingText} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}

const timeZone = browserTimeZone()

type Shown = { language: TextLanguage; messages: Partial<Messages> }

/** The texts on the screen and their actual language; undefined until the first have loaded. */
const useTexts = create<{ shown: Shown | undefined }>()(() => ({ shown: undefined }))

const readShown = (): Shown | undefined => useTexts.getState().shown

const shownGroups = new Set<TextGroup>(['core'])
const loads = new Map<string, Promise<Partial<Messages>>>()

export function hasTexts(language: TextLanguage): boolean {
  return texts[language] !== undefined
}

/** A language without texts is shown in English. */
const languageWanted = (): TextLanguage => {
  const { language } = useLanguage.getState()
  return hasTexts(language) ? language : defaultLanguage
}

/** A failed load may be retried. */
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

/** Whether screens may use these groups already. */
export function hasShown(groups: readonly TextGroup[]): boolean {
  return groups.every((group) => shownGroups.has(group))
}

/**
 * Loads these groups with every group in use, so the texts on screen are of one language. Resolves when they may be used.
 * @throws {ChunkLoadError}
 */
export async function needTexts(groups: readonly TextGroup[] = []): Promise<void> {
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
