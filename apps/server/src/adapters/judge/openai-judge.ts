import type { Evaluation } from '@kitewise/contract/entities'
import { deriveRubric } from '@kitewise/evaluator/derive-rubric'
import { evaluatePrompt, type Evaluation as EmbeddedEvaluation } from '@kitewise/evaluator/evaluate-prompt'
import { createAnswerCache, hashQuestion } from './openai/answer-cache.ts'
import { createAskModel, isPermanent, type ModelSettings, type Timing } from './openai/ask-model.ts'
import { createCallLimits, type CallBounds } from './openai/call-limits.ts'
import { createCircuitBreaker, type CircuitBreaker } from './openai/circuit-breaker.ts'
import { combine } from './openai/combine.ts'
import type { TakeDailyCall } from './openai/daily-calls.ts'
import { writeMessages } from './openai/messages.ts'
import type { Judge, JudgeRequest } from './port.ts'
import { presentEmbedded } from './present-embedded.ts'

/** What the judge tells the operator. No learner text, no key. */
export type JudgeLog = {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

/** `now` in milliseconds. */
export type JudgeParts = Timing & { now: () => number; log: JudgeLog; bounds: CallBounds; takeDailyCall: TakeDailyCall }

/**
 * A judge that asks an OpenAI-compatible model for a verdict on each criterion and adds up itself. Gates are decided here,
 * before any call; whatever goes wrong outside, the embedded evaluator answers.
 */
export function createOpenaiJudge(settings: ModelSettings, parts: JudgeParts): Judge {
  const { now, log, bounds, takeDailyCall, ...timing } = parts
  const ask = createAskModel(settings, timing)
  const breaker = createCircuitBreaker(now)
  const cache = createAnswerCache(now)
  const limits = createCallLimits(now, bounds)

  function noteFailure(error: unknown, practiceId: string) {
    const kind = error instanceof Error ? error.name : typeof error
    const status = (error as { status?: number }).status
    if (isPermanent(error)) {
      breaker.breakForGood()
      log.error(
        { kind, status, model: settings.model },
        'the AI judge refuses: check OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL, then restart. Prompts are scored by the embedded evaluator.',
      )
    } else {
      breaker.fail()
      log.warn({ kind, status, practiceId }, 'the AI judge did not answer; the embedded evaluator did')
    }
  }

  async function askAndCombine(request: JudgeRequest, embedded: EmbeddedEvaluation): Promise<Evaluation | null> {
    const rubric = request.rubric ?? deriveRubric(request.task, request.language)
    try {
      const answer = await ask(writeMessages(request, rubric))
      breaker.succeed()
      const { evaluation, modelScore, disagrees } = combine(request, rubric, embedded, answer)
      const question = hashQuestion(request, settings.model)
      if (disagrees)
        log.info(
          { practiceId: request.practiceId, question, embedded: embedded.score, model: modelScore },
          'the judges disagree',
        )
      cache.keep(question, evaluation)
      return evaluation
    } catch (error) {
      noteFailure(error, request.practiceId)
      return null
    }
  }

  return {
    evaluate: async (request) => {
      const embedded = evaluatePrompt(request)
      const own = presentEmbedded(embedded)
      if (embedded.gate !== null) return own
      const known = cache.find(hashQuestion(request, settings.model))
      if (known) return known
      const leave = breaker.isBroken() ? null : limits.enter(request.userId)
      if (!leave) return own
      try {
        return (await mayAsk(breaker, takeDailyCall)) ? ((await askAndCombine(request, embedded)) ?? own) : own
      } finally {
        leave()
      }
    },
  }
}

/** The breaker first, so that a provider in trouble costs nothing of the day's budget. */
async function mayAsk(breaker: CircuitBreaker, takeDailyCall: TakeDailyCall): Promise<boolean> {
  if (!breaker.mayCall()) return false
  const isPaid = await takeDailyCall()
  if (!isPaid) breaker.cancel()
  return isPaid
}
