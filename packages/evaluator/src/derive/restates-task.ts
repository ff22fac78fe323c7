import { findMatches } from '../text/find-matches.ts'
import type { ReadText } from '../text/read-text.ts'

const fewestWords = 6
const mostRestated = 0.7

const newWords = 0.3
const fewestAdvice = 2
/** Advice has words of its own ("Say …, ask for …"), so that fewer need to be the task's. */
const restatedInAdvice = 0.5

/**
 * Whether a prompt is hardly more than the points of the task in a row, or advice to a learner in their words ("Say …, ask for …"): it
 * names what was asked for and says nothing.
 */
export function restatesTask(prompt: ReadText, points: ReadText): boolean {
  const { words, content } = prompt
  if (prompt.language !== points.language || prompt.language === 'ja' || words.length < fewestWords) return false
  const known = new Set(points.words)
  const restated = words.filter((word) => known.has(word)).length / words.length
  const added = [...content].filter((stem) => !points.content.has(stem)).length / words.length
  const advises = findMatches(prompt, prompt.lexicon.advice).length >= fewestAdvice
  return added <= newWords && restated >= (advises ? restatedInAdvice : mostRestated)
}

/**
 * Whether every topic word of a prompt is the task's, with no number and no quotation: whatever the task left to choose is not chosen yet. Of the
 * labelled lines that are so, none is good.
 */
export function addsNothing(prompt: ReadText, task: ReadText): boolean {
  if (prompt.language !== task.language || prompt.language === 'ja' || /[\d"]/.test(prompt.folded)) return false
  return [...prompt.content].every((stem) => task.content.has(stem))
}
