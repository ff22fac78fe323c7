import type { ReadText } from './read-text.ts'

/** A title and the family name behind it, in flat text of the languages in Latin script. Elsewhere names are transliterated freely. */
const titled =
  /(?<!\p{L})(?:ms|mrs|mr|miss|mx|dr|sra|srta|sr|senor|senora|senhor|senhora|mme|mlle|madame|monsieur)\.? (?:¶ )?(\p{Script=Latin}{3,})/gu
const namedBefore = /(?<!\p{L})(\p{Script=Latin}{3,})(?:,)? (?:bey|hanim)(?:a|e|i|in|la|le)?(?!\p{L})/gu
const noName =
  /^(?:the|and|who|que|qui|per|para|pour|com|con|from|for|responsa\p{L}*|client\p{L}*|director\p{L}*|diretor\p{L}*|direct\p{L}*)$/u

/** The family names of people with a title ("Ms Novak" → "novak"), folded. */
export function findNames({ flat }: Pick<ReadText, 'flat'>): string[] {
  return [...flat.matchAll(titled), ...flat.matchAll(namedBefore)]
    .map((match) => match[1] ?? '')
    .filter((name) => !noName.test(name))
}
