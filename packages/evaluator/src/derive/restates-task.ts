import { findMatches } from '../text/find-matches.ts'
import type { ReadText } from '../text/read-text.ts'

const fewestWords = 6
const mostRestated = 0.75

const fewestAdvice = 2
const mostlyRestated = 0.5
const newWords = 0.2

/**
 * Whether a prompt is hardly more than the points of the task in a row, or advice to a learner in their words ("Say …, ask for …"): it
 * names what was asked for and says nothing.
 */
export function restatesTask(prompt: ReadText, points: ReadText): boolean {
  const { words, content } = prompt
  if (prompt.language !== points.language || prompt.language === 'ja' || words.length < fewestWords) return false
  const known = new Set(points.words)
  const restated = words.filter((word) => known.has(word)).length / words.length
  const isNew = [...content].filter((stem) => !points.content.has(stem)).length > words.length * newWords
  const advises = findMatches(prompt, prompt.lexicon.advice).length >= fewestAdvice
  return !isNew && restated >= (advises ? mostlyRestated : mostRestated)
}
