import { describeTask } from '@kitewise/content/answers'
import type { Evaluation } from '@kitewise/contract/entities'
import { isPassingScore } from '@kitewise/rules/practice'
import type { Judgement } from '../../../adapters/judge/port.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { ok, type Result } from '../../../platform/result.ts'
import {
  claimPass,
  type CountedPass,
  countPass,
  type EvaluationKey,
  findRecentEvaluation,
  findScore,
  listEarliestScores,
  listScores,
  saveEvaluation,
} from './evaluations.sql.ts'
import { savePassedPrompt } from './passed-prompts.sql.ts'
import {
  type CheckedPrompt,
  checkPrompt,
  hashPrompt,
  judgePrompt,
  mayKeep,
  moveSpans,
  type PromptSubmission,
  type PromptTask,
} from './judge-prompt.ts'

/** How long a prompt is answered from the store, so that a paid judge is not called twice (docs/decisions/0035). */
const keptForMs = 24 * 3_600_000

/**
 * Stores the score as proof. The same prompt and language is answered from the store for 24 hours, with its last marks; a prompt
 * with new marks is evaluated again. Stores nothing when no judge could answer.
 */
export async function evaluatePrompt(
  context: Context,
  learner: { userId: string; language: string },
  { course, practice }: PromptTask,
  submission: PromptSubmission,
): Promise<Result<Judgement>> {
  const { userId, language } = learner
  const task = describeTask(course, practice, language)
  const checked = checkPrompt(task, submission)
  if (!checked.ok) return checked
  const { text, shown, leadingSpace } = checked.value
  const key = { userId, practiceId: practice.id, promptHash: hashPrompt(text) }
  const at = context.clock()
  const since = new Date(at.getTime() - keptForMs)
  const recent = shown ? null : await findRecentEvaluation(context.db, key, language, since)
  if (recent) return ok({ evaluation: moveSpans(recent, leadingSpace), isFallback: false })
  const judged = await judgePrompt(context, { practiceId: practice.id, task }, checked.value, learner)
  if (!judged.ok) return judged
  const { evaluation, isFallback } = judged.value
  const answer = mayKeep(judged.value)
    ? await keepEvaluation(context, key, { evaluation, language, at, since, prompt: checked.value })
    : evaluation
  return ok({ evaluation: moveSpans(answer, leadingSpace), isFallback })
}

type Made = { evaluation: Evaluation; language: string; at: Date; since: Date; prompt: CheckedPrompt }

/** Returns the stored evaluation, so that concurrent requests agree. Keeps a passed prompt, and counts the first pass anonymously. */
async function keepEvaluation({ db }: Context, key: EvaluationKey, made: Made): Promise<Evaluation> {
  const { evaluation, language, since, prompt } = made
  const replaces = prompt.shown !== undefined
  const isKept = await inTransaction(db, async (tx) => {
    const isSaved = await saveEvaluation(tx, key, { ...made, replaces })
    if (isSaved && isPassingScore(evaluation.score)) {
      const { userId, practiceId } = key
      const score = Number(evaluation.score)
      await savePassedPrompt(tx, { userId, practiceId, prompt: prompt.text, score, passedAt: made.at })
      if (await claimPass(tx, key))
        await countPass(tx, describePass(evaluation, { practiceId, language, text: prompt.text }))
    }
    return isSaved
  })
  if (isKept) return evaluation
  return (await findRecentEvaluation(db, key, language, since)) ?? evaluation
}

const longestPhrase = 80
const mostDigits = 4

/** A pass without the learner. Marked numbers and addresses are dropped, because they may identify a person. */
function describePass(
  { points }: Evaluation,
  { practiceId, language, text }: { practiceId: string; language: string; text: string },
): CountedPass {
  const marked = points.filter(({ state }) => state === 'shown')
  const phrases = marked.flatMap(({ id, spans }) => {
    const words = spans.map(([from, to]) => text.slice(from, to)).join(' ')
    const phrase = words.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
    const digits = phrase.match(/\p{Nd}/gu)?.length ?? 0
    const isPersonal = digits > mostDigits || phrase.includes('@')
    return phrase === '' || isPersonal || Array.from(phrase).length > longestPhrase ? [] : [{ point: id, phrase }]
  })
  return { practiceId, language, isMarked: marked.length > 0, phrases }
}

/** Counts only this exact prompt, as the server has evaluated it. */
export async function hasPassedPrompt(
  context: Context,
  userId: string,
  practiceId: string,
  prompt: string,
): Promise<boolean> {
  const score = await findScore(context.db, { userId, practiceId, promptHash: hashPrompt(prompt) })
  return score !== null && isPassingScore(score)
}

/** Counts prompts of lessons and of the daily practice. */
export async function hasPassedAnyPrompt({ db }: Context, userId: string, practiceId: string): Promise<boolean> {
  return (await listScores(db, userId, practiceId)).some(isPassingScore)
}

export type FirstScore = { score: string; atMs: number }

/** Keyed by practice; scores are 0 to 5, as text. */
export async function listFirstScores({ db }: Context, userId: string): Promise<ReadonlyMap<string, FirstScore>> {
  const rows = await listEarliestScores(db, userId)
  return new Map(rows.map(({ practiceId, ...first }) => [practiceId, first]))
}
