import { createHash } from 'node:crypto'
import type { CatalogCourse, CatalogPrompt } from '@kitewise/content/catalog'
import type { Evaluation, Mark } from '@kitewise/contract/entities'
import type { Task } from '@kitewise/evaluator/task'
import { isPassingScore } from '@kitewise/rules/practice'
import type { Judgement } from '../../../adapters/judge/port.ts'
import type { Context } from '../../../context.ts'
import { ok, refuse, refuseFor, type Result } from '../../../platform/result.ts'

export type PromptTask = { course: CatalogCourse; practice: CatalogPrompt }

/** `shown`: the learner's marks; absent before the first mark. */
export type PromptSubmission = { prompt: string; shown?: readonly Mark[] | undefined }

/** A trimmed prompt for the judge and the store; marks are shifted accordingly. */
export type CheckedPrompt = { text: string; shown: Mark[] | undefined; leadingSpace: number }

const retryAfterSeconds = 30

/** Rejects a blank prompt, and marks of unknown points or outside the prompt, with `invalid_request`. */
export function checkPrompt({ points }: Task, { prompt, shown }: PromptSubmission): Result<CheckedPrompt> {
  const text = prompt.trim()
  if (text === '') return refuse('invalid_request', [{ field: 'body.prompt', message: 'is blank' }])
  const known = new Set(points.map(({ id }) => id))
  const problems = (shown ?? []).flatMap(({ point, from, to }, index) => {
    const field = `body.shown.${index}`
    if (!known.has(point)) return [{ field: `${field}.point`, message: 'is not a point of this task' }]
    if (from > to) return [{ field: `${field}.from`, message: 'is after the end' }]
    return to > prompt.length ? [{ field: `${field}.to`, message: 'is outside the prompt' }] : []
  })
  if (problems.length > 0) return refuse('invalid_request', problems)
  const leadingSpace = prompt.length - prompt.trimStart().length
  const place = (offset: number) => Math.min(Math.max(offset - leadingSpace, 0), text.length)
  const moved = shown?.map(({ point, from, to }) => ({ point, from: place(from), to: place(to) }))
  return ok({ text, shown: moved, leadingSpace })
}

export function moveSpans(evaluation: Evaluation, leadingSpace: number): Evaluation {
  return leadingSpace === 0
    ? evaluation
    : {
        ...evaluation,
        points: evaluation.points.map((point) => ({
          ...point,
          spans: point.spans.map(([from, to]) => [from + leadingSpace, to + leadingSpace]),
        })),
      }
}

/** `userId` is for the judge's limits only, a user's or another id of one person. */
export async function judgePrompt(
  { judge, log }: Context,
  { practiceId, task }: { practiceId: string; task: Task },
  { text, shown }: CheckedPrompt,
  { userId, language }: { userId: string; language: string },
): Promise<Result<Judgement>> {
  try {
    return ok(await judge.evaluate({ practiceId, task, prompt: text, shown, language, userId }))
  } catch (error) {
    log.error({ err: error, practiceId }, 'no judge could evaluate a prompt')
    return refuseFor('unavailable', retryAfterSeconds)
  }
}

/** A failed verdict of the fallback checklist is not kept: the model's failure is not the learner's. */
export function mayKeep({ evaluation, isFallback }: Judgement): boolean {
  return !isFallback || isPassingScore(evaluation.score)
}

export function hashPrompt(prompt: string): Buffer {
  return createHash('sha256').update(prompt.trim()).digest()
}
