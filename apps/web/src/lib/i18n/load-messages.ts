import type { Messages } from '@kitewise/texts/web/en'
import { defaultLanguage, type TextLanguage } from '@kitewise/rules/language'
import { loadChunk } from '../chunk-loading.ts'

type Loader = () => Promise<{ messages: Messages }>

/** Each text set is a chunk of its own. A language without one is shown in English. */
const loaders: Partial<Record<TextLanguage, Loader>> & { en: Loader } = {
  en: () => import('@kitewise/texts/web/en'),
}

export type Catalogue = { language: TextLanguage; messages: Messages }

const catalogues = new Map<TextLanguage, Promise<Catalogue>>()

/** The sentences for a language, with the language they are really in. A failed load may be tried again. */
export const loadMessages = (wanted: TextLanguage): Promise<Catalogue> => {
  const language = loaders[wanted] ? wanted : defaultLanguage
  const known = catalogues.get(language)
  if (known) return known
  const load = loaders[language] ?? loaders.en
  const catalogue = loadChunk(`texts-${language}`, load, ({ messages }) => messages).then((messages) => ({
    language,
    messages,
  }))
  catalogues.set(language, catalogue)
  catalogue.catch(() => catalogues.delete(language))
  return catalogue
}
