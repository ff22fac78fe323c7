import { matchesAny } from '../text/find-matches.ts'
import type { ReadText } from '../text/read-text.ts'
import type { GateHit, GateInput } from './gate-input.ts'

const enough = 0.13
const clearlyElsewhere = 0.5
/** Who says half of what the author asks for is on topic, in whatever words. */
const enoughOfRubric = 0.5
const hardlyAnything = 0.25

/** How much of the prompt's topic words the task knows, 0 to 1. */
function topicOverlap(prompt: ReadText, task: ReadText): number {
  const shared = [...prompt.content].filter((stem) => task.content.has(stem)).length
  return prompt.content.size === 0 ? 0 : shared / Math.min(prompt.content.size, 12)
}

/** "Too long, make it better" names no topic and needs none where the task is to answer an answer. */
function remarksOnAnswer(prompt: ReadText, task: ReadText): boolean {
  return matchesAny(task, task.lexicon.followUpTasks) && matchesAny(prompt, prompt.lexicon.answerRemarks)
}

/** Where any topic is fine, a prompt that meets hardly anything and speaks of another task is that task's. */
function belongsElsewhere(prompt: ReadText, otherTasks: readonly ReadText[]): GateHit | null {
  const nearest = Math.max(0, ...otherTasks.map((other) => topicOverlap(prompt, other)))
  return nearest >= clearlyElsewhere ? { gate: 'offtopic', evidence: `${nearest.toFixed(2)} elsewhere` } : null
}

/** No topic word in common with the task, or hardly any and more with another task. Names alone are no topic. */
export function gateOfftopic(input: GateInput): GateHit | null {
  const { prompt, task, otherTasks, rubric, sameLanguage, authorShare = 0 } = input
  if (rubric.openTopic && authorShare < hardlyAnything && sameLanguage) return belongsElsewhere(prompt, otherTasks)
  if (!sameLanguage || rubric.openTopic || authorShare >= enoughOfRubric || remarksOnAnswer(prompt, task)) return null
  const own = topicOverlap(prompt, task)
  if (own === 0) return { gate: 'offtopic', evidence: 'no word of the topic' }
  const nearest = Math.max(0, ...otherTasks.map((other) => topicOverlap(prompt, other)))
  const isElsewhere = (own < enough && nearest > own) || (nearest >= clearlyElsewhere && own * 3 < nearest)
  return isElsewhere ? { gate: 'offtopic', evidence: `${own.toFixed(2)} here, ${nearest.toFixed(2)} elsewhere` } : null
}
