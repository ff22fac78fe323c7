import { scanPrompt, type Judged } from '@kitewise/evaluator/evaluate-prompt'
import type { Gate } from '@kitewise/contract/entities'
import { evaluateBy } from './embedded-judge.ts'
import { createAnswerPrompt } from './openai/answer-prompt.ts'
import { createCallLimits, type CallBounds } from './openai/call-limits.ts'
import type { DailyAnswers, DailyCalls, NoteOutcome } from './openai/daily-calls.ts'
import { createExpiringCache, hashKey } from './openai/expiring-cache.ts'
import { judgedPoints, writeJudgeMessages } from './openai/messages.ts'
import { createModel, type ModelSettings, type Timing } from './openai/model.ts'
import { createModerate } from './openai/moderate.ts'
import { checkProvider, createProviderHealth } from './openai/provider-health.ts'
import { BudgetSpentError } from './openai/provider-error.ts'
import { parseVerdict, verdictSchema } from './openai/verdict.ts'
import type { Judge, JudgeLog, JudgeRequest, Judgement } from './port.ts'

/** `now` in milliseconds. `bounds` apply to verdicts and, counted separately, to answers. */
export type JudgeParts = Timing & {
  now: () => number
  log: JudgeLog
  bounds: CallBounds
  calls: DailyCalls
  answers: DailyAnswers
  note: NoteOutcome
  /** Whether staff turned the model off. Never rejects. */
  isOff: () => Promise<boolean>
}

const verdictsKept = { keptMs: 30 * 24 * 3_600_000, mostEntries: 5_000 }
/** Limits moderation and both tries, as a multiple of the timeout: with 10 s, a learner waits at most 15 s. */
const wholeTime = 1.5

/** The model only finds points and quotes: gates run first, the score is computed here. Falls back to the checklist. */
export function createOpenaiJudge(settings: ModelSettings, parts: JudgeParts): Judge {
  const { now, log, bounds, calls, random, wait, note, isOff } = parts
  const { model: name } = settings
  const model = createModel(settings, { random, wait, log, calls })
  const moderate = createModerate(settings, { now, log })
  const health = createProviderHealth(settings, { now, log, note })
  const cache = createExpiringCache<Judged>(now, verdictsKept)
  const limits = createCallLimits(now, bounds)

  /** The verdict, or a gate set by the moderation. */
  async function askModel({ task, prompt }: JudgeRequest): Promise<Judged | Gate> {
    const signal = AbortSignal.timeout(settings.timeoutMs * wholeTime)
    const harm = await moderate(prompt, signal)
    if (harm) {
      health.cancel()
      return harm
    }
    const messages = writeJudgeMessages(task, prompt)
    const schema = { name: 'verdict', schema: verdictSchema }
    const points = await model.ask({ messages, schema, read: parseVerdict, secrets: [prompt], signal })
    health.succeed()
    const asked = new Set(judgedPoints(task).map(({ id }) => id))
    return { model: name, points: points.filter(({ id }) => asked.has(id)) }
  }

  async function judge(request: JudgeRequest, key: string): Promise<Judgement> {
    if (!health.mayCall()) return fallBack(request)
    try {
      const answer = await askModel(request)
      if (typeof answer === 'string') return { evaluation: evaluateBy(request, { gate: answer }), isFallback: false }
      cache.keep(key, answer)
      return { evaluation: evaluateBy(request, { judged: answer }), isFallback: false }
    } catch (error) {
      const message = 'the AI judge did not answer; the checklist evaluated the prompt'
      health.fail(error, { fields: { practiceId: request.practiceId }, secrets: [request.prompt], message })
      return error instanceof BudgetSpentError ? byChecklist(request) : fallBack(request)
    }
  }

  const fallBack = async (request: JudgeRequest): Promise<Judgement> => {
    await note('fallback')
    return { evaluation: evaluateBy(request), isFallback: true }
  }

  return {
    evaluate: async (request) => {
      const { task, prompt, language, userId } = request
      if (scanPrompt(task, prompt, language).gate !== null || health.isBroken()) return byChecklist(request)
      if (await isOff()) return await fallBack(request)
      // Without the marks, which are applied to the model's earlier findings.
      const key = hashKey([task.points, task.texts, prompt, name])
      const known = cache.find(key)
      if (known) return { evaluation: evaluateBy(request, { judged: known }), isFallback: false }
      const leave = limits.enter(userId)
      if (!leave) return byChecklist(request)
      try {
        return await judge(request, key)
      } finally {
        leave()
      }
    },
    answer: createAnswerPrompt({ ...parts, model, name, moderate, health, limits: createCallLimits(now, bounds) }),
    check: () => checkProvider(settings, log),
  }
}

const byChecklist = (request: JudgeRequest): Judgement => ({ evaluation: evaluateBy(request), isFallback: false })
