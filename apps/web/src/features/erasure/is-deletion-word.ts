import { deletionWords } from '@kitewise/rules/account-deletion'

/** Whether exactly this confirms a deletion: the product's words, or the one that the prompt of this language names. */
export const isDeletionWord = (typed: string, wordOfPrompt: string): boolean =>
  deletionWords.includes(typed) || typed === wordOfPrompt
