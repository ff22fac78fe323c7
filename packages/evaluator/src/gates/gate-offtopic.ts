import type { ReadText } from '../text/read-text.ts'
import type { GateHit, GateInput } from './gate-input.ts'

const enough = 0.13
const clearlyElsewhere = 0.5

/** How much of the prompt's topic words the task knows, 0 to 1. */
function topicOverlap(prompt: ReadText, task: ReadText): number {
  const shared = [...prompt.content].filter((stem) => task.content.has(stem)).length
  return prompt.content.size === 0 ? 0 : shared / Math.min(prompt.content.size, 12)
}

/** No topic word in common with the task, or hardly any and more with another task. Names alone are no topic. */
export function gateOfftopic({ prompt, task, otherTasks, rubric, sameLanguage }: GateInput): GateHit | null {
  if (!sameLanguage || rubric.openTopic) return null
  const own = topicOverlap(prompt, task)
  if (own === 0) return { gate: 'offtopic', evidence: 'no word of the topic' }
  const nearest = Math.max(0, ...otherTasks.map((other) => topicOverlap(prompt, other)))
  const isElsewhere = (own < enough && nearest > own) || (nearest >= clearlyElsewhere && own * 3 < nearest)
  return isElsewhere ? { gate: 'offtopic', evidence: `${own.toFixed(2)} here, ${nearest.toFixed(2)} elsewhere` } : null
}
