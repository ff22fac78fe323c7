import { concepts, type Concept } from '../concepts.ts'
import { matchesAny } from '../text/find-matches.ts'
import { contentStems, type ReadText } from '../text/read-text.ts'

const clauseBreak = /[,;:.。、，；：!?\n]|\s+[–—-]\s+/u

/** The clauses of a text, each of which may ask for something. */
export function clausesOf(text: string): string[] {
  return text
    .replace(/(\d)[.,:](\d)/g, '$1\u0001$2')
    .split(clauseBreak)
    .map((clause) => clause.replaceAll('\u0001', ':').trim())
    .filter((clause) => clause.length > 1)
}

/** Said by many other concepts too ("no invention" is not just "no"): counts only when nothing closer is named. */
const generic: ReadonlySet<Concept> = new Set<Concept>(['avoid', 'count', 'add', 'change', 'keep'])

/** The concepts that a clause of a task asks for. */
export function conceptsNeeded(clause: ReadText): Concept[] {
  const needed = concepts.filter((concept) => matchesAny(clause, clause.lexicon.concepts[concept].needs))
  const close = needed.filter((concept) => !generic.has(concept))
  return close.length > 0 ? close : needed
}

/** The stems of a text without its numbers: "two" is said in any prompt. */
export function topicStems({ words, lexicon }: ReadText): string[] {
  const number = new RegExp(`^(?:${lexicon.numbers})$`, 'u')
  return contentStems(
    words.filter((word) => !number.test(word)),
    lexicon,
  )
}
