const japaneseLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu
const denseLanguages = new Set(['ko', 'tr', 'ua'])

/**
 * Length in units comparable between languages: a word counts 1, a Japanese character 0.45, a Korean, Turkish or Ukrainian
 * word 1.3 (they say in one word what takes English more).
 */
export function measureUnits(folded: string, language: string): number {
  const japanese = folded.match(japaneseLetter)?.length ?? 0
  const words = folded.replace(japaneseLetter, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return japanese * 0.45 + words * (denseLanguages.has(language) ? 1.3 : 1)
}
