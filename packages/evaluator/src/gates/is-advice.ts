import { concepts, type Concept } from '../concepts.ts'
import { numberOf } from '../derive/number-words.ts'
import { findMatches, matchesAny } from '../text/find-matches.ts'
import { sentenceEnd } from '../text/fold-text.ts'
import { readText, type ReadText } from '../text/read-text.ts'

const fewestAdvice = 3
const mostlyAdvice = 0.75
const surelyAdvice = 0.5

const definite = 'the|these|those|all|los|las|estos|estas|les|ces|os|as|estes|estas|усі|ці'
/** Numbers of three and more. Here the noun stands before the number, or behind a counter. */
const severalOfIt: Partial<Record<string, RegExp>> = {
  ko: /(?<!\p{L})(세|네|다섯|여섯|일곱|여덟|아홉|열)(?= ?\p{L})|\d+/gu,
  ja: /[三四五六七八九十]|\d+/gu,
}
const leastOwnNumber = 3
const beforeCounters: Partial<Record<string, number>> = { 세: 3, 네: 4 }

/** Whether a number of three or more stands in the text that the task does not have. */
function hasOwnNumber(flat: string, several: RegExp, task: ReadText): boolean {
  const given = new Set(task.words.map(numberOf))
  return [...flat.matchAll(several)].some(([number]) => {
    const value = /\d/.test(number) ? Number(number) : (beforeCounters[number] ?? numberOf(number))
    return value !== null && value >= leastOwnNumber && !given.has(value)
  })
}
const saysNothingOfTopic: ReadonlySet<Concept> = new Set<Concept>(['count', 'age', 'place'])
const named = concepts.filter((concept) => !saysNothingOfTopic.has(concept))

/** A word that advice itself is about: "date", "limit", "things". */
function isPartOfPrompt(noun: string, { lexicon, language }: ReadText): boolean {
  const { meta, functionWords } = lexicon
  if (meta.has(noun) || functionWords.has(noun)) return true
  const read = readText(noun, language)
  return named.some((concept) => matchesAny(read, lexicon.concepts[concept].cues))
}

/**
 * Whether a text says something of its topic that advice cannot know: an amount of the learner's own, "three museums". A length is no such
 * thing, nor is what the task has ("the three points").
 */
function hasTopicFact(prompt: ReadText, task: ReadText): boolean {
  const { flat, lexicon, language } = prompt
  const several = severalOfIt[language]
  if (several) return hasOwnNumber(flat, several, task)
  const lengths = findMatches(prompt, lexicon.concepts.length.cues)
  const isLength = (at: number) => lengths.some(({ start, end }) => start <= at && at < end)
  const amounts = flat.matchAll(
    new RegExp(`(?<![\\p{L}\\d]|(?<!\\p{L})(?:${definite}) )(${lexicon.numbers})[ -](\\p{L}{3,})`, 'gu'),
  )
  return [...amounts].some((match) => {
    const [, number = '', noun = ''] = match
    if (isLength(match.index)) return false
    if (/\d/.test(number)) return !task.words.includes(number)
    return !lexicon.functionWords.has(number) && !isPartOfPrompt(noun, prompt)
  })
}

/**
 * The hints in other words or in another language: sentence after sentence says what one should ask for, none asks for it. Advice speaks
 * of the prompt ("Say the price"); with a fact of the topic in it ("Name three museums") it is a learner's short orders.
 */
export function isAdvice(prompt: ReadText, task: ReadText): boolean {
  const sentences = prompt.flat.split(sentenceEnd).filter((text) => /\p{L}/u.test(text)).length
  const sure = findMatches(prompt, prompt.lexicon.advice).length
  const all = sure + findMatches(prompt, prompt.lexicon.adviceAlso).length
  if (all < fewestAdvice || all / sentences < mostlyAdvice || sure / sentences < surelyAdvice) return false
  return !hasTopicFact(prompt, task)
}
