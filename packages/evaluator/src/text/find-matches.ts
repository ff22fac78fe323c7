import type { Concept } from '../concepts.ts'
import type { Lexicon } from '../lexicon/load-lexicon.ts'
import type { Pattern } from './compile-pattern.ts'
import type { ReadText } from './read-text.ts'

export type Match = { start: number; end: number; text: string }

/** Concepts that are said by denying something, or stay said in a denial: "no table" is no table, "not too formal" is a tone. */
const saidByDenying: ReadonlySet<Concept> = new Set<Concept>([
  'avoid',
  'no_invention',
  'missing_rule',
  'doubt',
  'ask_first',
  'keep',
  'remove',
  'length',
  'tone',
  'level',
  'reader',
  'private_free',
  'ignore_instructions',
  'allowed',
  'purpose',
  'reason',
  'change',
  'must_include',
  'personal_data',
  'budget',
  'deadline',
  'ask_a_question',
  'check_plan',
  'place',
])
const negationWindow = 3
/** In these languages the denial follows: 表なし, 표 없이, tablo olmasın. */
const denialAfter: Partial<Record<string, RegExp>> = {
  ja: /^.{0,2}(なし|不要|いらない|禁止|は使わない)/u,
  ko: /^.{0,3}(없이|말고|필요 ?없|금지|쓰지 마)/u,
  tr: /^[\p{L}']*,? (olmasin|istemiyorum|olmadan|kullanma)/u,
}

/** All places where one of the patterns matches, in the order of the patterns. */
export function findMatches(text: ReadText, patterns: readonly Pattern[]): Match[] {
  return patterns.flatMap(({ expression, onFolded }) => {
    const searched = onFolded ? text.folded : text.flat
    if (searched.search(expression) < 0) return []
    return [...searched.matchAll(expression)]
      .filter((match) => match[0].trim().length > 0)
      .map((match) => ({ start: match.index, end: match.index + match[0].length, text: match[0].trim() }))
  })
}

export function matchesAny(text: ReadText, patterns: readonly Pattern[]): boolean {
  return patterns.some(({ expression, onFolded }) => (onFolded ? text.folded : text.flat).search(expression) >= 0)
}

function isDenied(text: ReadText, match: Match, lexicon: Lexicon): boolean {
  const clause = text.flat.slice(0, match.start).split(/[,¶]/).at(-1) ?? ''
  const before = clause.trim().split(' ').slice(-negationWindow)
  if (before.some((word) => lexicon.negations.has(word))) return true
  return denialAfter[text.language]?.test(text.flat.slice(match.end)) ?? false
}

/** Where a prompt says a concept, and where it half says it. Places under a negation do not count, except where denying is the point. */
export function findConcept(text: ReadText, concept: Concept): { strong: Match[]; weak: Match[] } {
  const { cues, weak } = text.lexicon.concepts[concept]
  const counts = (match: Match) => saidByDenying.has(concept) || !isDenied(text, match, text.lexicon)
  return { strong: findMatches(text, cues).filter(counts), weak: findMatches(text, weak).filter(counts) }
}
