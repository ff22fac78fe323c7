import { defaultLanguage, type TextLanguage } from '@kitewise/rules/language'
import type { LegalDocument, LegalName } from '@kitewise/texts/web/legal-document'
import { queryOptions } from '@tanstack/react-query'
import { legal } from 'virtual:legal'
import { loadChunk } from '../../lib/chunk-loading.ts'

export type LoadedLegal = { language: TextLanguage; document: LegalDocument }

/** English if the wanted language is missing. @throws {ChunkLoadError} */
async function loadLegal(name: LegalName, wanted: TextLanguage): Promise<LoadedLegal> {
  const language = legal[wanted] ? wanted : defaultLanguage
  const load = (legal[language] ?? legal.en)[name]
  return { language, document: await loadChunk(`legal-${language}-${name}`, load, ({ document }) => document) }
}

export function legalQuery(name: LegalName, wanted: TextLanguage) {
  return queryOptions({
    queryKey: ['legal', name, wanted],
    queryFn: () => loadLegal(name, wanted),
    // A chunk that fails to load has already had its time.
    retry: false,
  })
}
