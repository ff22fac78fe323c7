import { createHash } from 'node:crypto'
import type { Evaluation } from '@kitewise/contract/entities'
import { foldText } from '@kitewise/evaluator/fold-text'
import type { JudgeRequest } from '../port.ts'

const keptMs = 30 * 24 * 3_600_000
const mostEntries = 5_000

/** One key for one question: the practice as it is now, language, model and the folded prompt. Nobody's id is in it. */
export function hashQuestion(request: JudgeRequest, model: string): string {
  const { practiceId, task, rubric, language, prompt } = request
  const parts = [practiceId, task, rubric, language, model, foldText(prompt).replace(/\s+/g, ' ').trim()]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

export type AnswerCache = {
  find: (key: string) => Evaluation | null
  keep: (key: string, evaluation: Evaluation) => void
}

/** Answers for 30 days, at most 5,000 of them, the longest unused go first. @param now milliseconds */
export function createAnswerCache(now: () => number): AnswerCache {
  const entries = new Map<string, { evaluation: Evaluation; at: number }>()
  return {
    find: (key) => {
      const entry = entries.get(key)
      if (!entry) return null
      entries.delete(key)
      if (now() - entry.at > keptMs) return null
      entries.set(key, entry)
      return entry.evaluation
    },
    keep: (key, evaluation) => {
      entries.set(key, { evaluation, at: now() })
      const oldest = entries.keys().next().value
      if (entries.size > mostEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}
