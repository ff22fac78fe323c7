import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { familiesIn } from '../lexicon/word-families.ts'
import { readText } from '../text/read-text.ts'
import { clausesOf, topicStems } from './read-clause.ts'
import { areAlike } from './tip-elements.ts'

type Words = { stems: string[]; families: string[] }
type Known = Words & { source: string }

const wordsBeforeBracket = 3
const inBrackets = /[^,;:.()。、]*[（(]([^()（）]+)[)）]/gu

/**
 * What a description puts in brackets behind an element of the tip: "the hard topics (signs, priorities)". Saying that says the element. Where the
 * element has no telling words ("what you want"), what the story says is left out.
 */
function spelledOut({ stems, source }: Known, description: string, told: string, language: LexiconLanguage): Words {
  const own = readText(source, language).flat
  const inStory = readText(told, language)
  const known = { stems: inStory.content, families: familiesIn(inStory) }
  const found = [...description.matchAll(inBrackets)].flatMap(([clause, inside = '']) => {
    const before = clause.slice(0, -inside.length - 2).trim()
    const head = readText(before.split(/\s+/).slice(-wordsBeforeBracket).join(' '), language)
    const isMeant = stems.length > 0 ? stems.some((stem) => head.content.has(stem)) : head.flat.endsWith(own)
    return isMeant ? [readText(inside, language)] : []
  })
  const said = found.flatMap(topicStems)
  if (stems.length > 0) return { stems: said, families: [] }
  return {
    stems: said.filter((stem) => !known.stems.has(stem)),
    families: found.flatMap(familiesIn).filter((family) => !known.families.includes(family)),
  }
}

const saidThroughout = 3

/** The stems of an element without those that the description has again and again ("mail" in "commands in mails"), where others are left. */
function tellingStems({ stems }: Known, description: string, language: LexiconLanguage): string[] {
  const clauses = clausesOf(description).map((clause) => [...readText(clause, language).content])
  const isCommon = (stem: string) =>
    clauses.filter((content) => content.some((other) => areAlike(stem, other))).length >= saidThroughout
  const telling = stems.filter((stem) => !isCommon(stem))
  return telling.length > 0 ? telling : stems
}

/** The stems and word families that may show an element of a tip: its own and those that the description has for it. */
export function wordsOfElement(
  element: Known,
  { title, description, told }: { title: string; description: string; told: string },
  language: LexiconLanguage,
): Words {
  const said = spelledOut(element, description, told, language)
  return {
    stems: [...tellingStems(element, `${title}\n${description}`, language), ...said.stems],
    families: [...element.families, ...said.families],
  }
}
