import { defaultLanguage, type TextLanguage } from '@kitewise/rules/language'
import type { LegalDocument, LegalName } from '@kitewise/texts/web/legal-document'
import { legal } from 'virtual:legal'
import { loadChunk } from '../../lib/chunk-loading.ts'
import { useLanguage } from '../../lib/i18n/language.ts'

export type LoadedLegal = { language: TextLanguage; document: LegalDocument }

/** What has been loaded, so that a drawn page shows it at once. */
const kept = new Map<string, LoadedLegal>()

/** English if the wanted language is missing. @throws {ChunkLoadError} */
export async function loadLegal(name: LegalName, wanted: TextLanguage): Promise<LoadedLegal> {
  const language = legal[wanted] ? wanted : defaultLanguage
  const load = (legal[language] ?? legal.en)[name]
  const loaded = { language, document: await loadChunk(`legal-${language}-${name}`, load, ({ document }) => document) }
  kept.set(`${name} ${wanted}`, loaded)
  return loaded
}

export function knownLegal(name: LegalName, wanted: TextLanguage): LoadedLegal | undefined {
  return kept.get(`${name} ${wanted}`)
}

/** A failure is reported when the text is shown. */
export async function prepareLegal(name: LegalName): Promise<void> {
  await loadLegal(name, useLanguage.getState().language).catch(() => undefined)
}
