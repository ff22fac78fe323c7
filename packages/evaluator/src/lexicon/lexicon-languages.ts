/** The languages that have a lexicon: the text sets of the product. */
export const lexiconLanguages = ['en', 'ua', 'ko', 'es', 'fr', 'tr', 'ja', 'pt'] as const
export type LexiconLanguage = (typeof lexiconLanguages)[number]

/** A code of the product to its lexicon; `uk` and `us` mean English, and so does anything unknown. */
export function lexiconLanguage(code: string): LexiconLanguage {
  return lexiconLanguages.find((language) => language === code) ?? 'en'
}
