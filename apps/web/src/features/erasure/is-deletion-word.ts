import { deletionWords } from '@kitewise/rules/account'

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
