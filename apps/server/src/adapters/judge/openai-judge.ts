import type { Evaluation } from '@kitewise/contract/entities'
import { deriveRubric } from '@kitewise/evaluator/derive-rubric'
import { evaluatePrompt, type Evaluation as EmbeddedEvaluation } from '@kitewise/evaluator/evaluate-prompt'
import { createAnswerCache, hashQuestion } from './openai/answer-cache.ts'
import { answerSchema, parseAnswer } from './openai/answer.ts'
import { createAskModel, type ModelSettings, type Timing } from './openai/ask-model.ts'
import { createCallLimits, type CallBounds } from './openai/call-limits.ts'
import { checkProvider } from './openai/check-provider.ts'
import { createCircuitBreaker, type CircuitBreaker } from './openai/circuit-breaker.ts'
import { combine } from './openai/combine.ts'
import type { DailyCalls } from './openai/daily-calls.ts'
import { writeMessages } from './openai/messages.ts'
import { BudgetSpentError, isPermanent, providerMessage } from './openai/provider-error.ts'
import type { Judge, JudgeLog, JudgeRequest } from './port.ts'
import { presentEmbedded } from './present-embedded.ts'

/** `now` in milliseconds. */
export type JudgeParts = Timing & { now: () => number; log: JudgeLog; bounds: CallBounds; calls: DailyCalls }

/**
 * A judge that asks an OpenAI-compatible model for a verdict on each criterion and adds up itself. Gates are decided here,
 * before any call; whatever goes wrong outside, the embedded evaluator answers.
 */
export function createOpenaiJudge(settings: ModelSettings, parts: JudgeParts): Judge {
  const { now, log, bounds, calls, ...timing } = parts
  const { model } = settings
  const ask = createAskModel(settings, { ...timing, log, calls })
  const breaker = createCircuitBreaker(now)
  const cache = createAnswerCache(now)
  const limits = createCallLimits(now, bounds)

  async function askAndCombine(request: JudgeRequest, embedded: EmbeddedEvaluation): Promise<Evaluation | null> {
    const rubric = request.rubric ?? deriveRubric(request.task, request.language)
    try {
      const answer = await ask({
        messages: writeMessages(request, rubric),
        schema: { name: 'verdict', schema: answerSchema },
        read: parseAnswer,
        secrets: [request.prompt],
      })
      breaker.succeed()
      const { evaluation, modelScore, disagrees } = combine(request, rubric, embedded, answer)
      const question = hashQuestion(request, model)
      if (disagrees)
        log.info(
          { practiceId: request.practiceId, question, embedded: embedded.score, model: modelScore },
          'the judges disagree',
        )
      cache.keep(question, evaluation)
      return evaluation
    } catch (error) {
      noteFailure(error, request, { settings, breaker, log })
      return null
    }
  }

  return {
    evaluate: async (request) => {
      const embedded = evaluatePrompt(request)
      const own = presentEmbedded(embedded)
      if (embedded.gate !== null) return own
      const known = cache.find(hashQuestion(request, model))
      if (known) return known
      const leave = breaker.isBroken() ? null : limits.enter(request.userId)
      if (!leave) return own
      try {
        return breaker.mayCall() ? ((await askAndCombine(request, embedded)) ?? own) : own
      } finally {
        leave()
      }
    },
    check: () => checkProvider(settings, log),
  }
}

type FailureParts = { settings: ModelSettings; breaker: CircuitBreaker; log: JudgeLog }

function noteFailure(error: unknown, { practiceId, prompt }: JudgeRequest, parts: FailureParts): void {
  const { settings, breaker, log } = parts
  const { model, apiKey } = settings
  if (error instanceof BudgetSpentError) return breaker.cancel()
  const provider = providerMessage(error, { apiKey, texts: [prompt] })
  const kind = error instanceof Error ? error.name : typeof error
  const status = (error as { status?: number }).status
  if (isPermanent(error)) {
    breaker.breakForGood()
    log.error(
      { kind, status, model, provider },
      'the AI judge refuses: check OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL, then restart. Prompts are scored by the embedded evaluator.',
    )
  } else {
    breaker.fail()
    log.warn({ kind, status, practiceId, provider }, 'the AI judge did not answer; the embedded evaluator did')
  }
}
