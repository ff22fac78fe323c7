/**
 * Length in units comparable between languages: a word counts 1, a Japanese character 0.45, a Korean, Turkish or Ukrainian
 * word 1.3 (they say in one word what takes English more).
 */
export function measureUnits(folded: string, language: string): number {
  const japanese = folded.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu)?.length ?? 0
  const words =
    folded
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((word) => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) ?? []
  return japanese * 0.45 + words.length * (['ko', 'tr', 'ua'].includes(language) ? 1.3 : 1)
}
