import { scanPrompt } from '@kitewise/evaluator/evaluate-prompt'
import type { AnswerRefusal, AnswerRequest, Judge } from '../port.ts'
import type { CallLimits } from './call-limits.ts'
import type { DailyAnswers, NoteOutcome, TakenCall } from './daily-calls.ts'
import { writeAnswerMessages } from './messages.ts'
import type { Model } from './model.ts'
import type { Moderate } from './moderate.ts'
import type { ProviderHealth } from './provider-health.ts'

const shortWaitSeconds = 30
const daySeconds = 86_400

export type AnswerParts = {
  model: Model
  name: string
  moderate: Moderate
  health: ProviderHealth
  limits: CallLimits
  answers: DailyAnswers
  now: () => number
  note: NoteOutcome
  isOff: () => Promise<boolean>
}

/** Streams the model's answer to a prompt that passes the gates, within the learner's and the daily limits. */
export function createAnswerPrompt(parts: AnswerParts): NonNullable<Judge['answer']> {
  const { moderate, health, limits, answers, now, name, note, isOff } = parts
  const unavailable: AnswerRefusal = { ok: false, reason: 'unavailable', retryAfterSeconds: shortWaitSeconds }

  const untilTomorrow = (): number => daySeconds - (Math.floor(now() / 1000) % daySeconds)

  async function begin({ userId, prompt, signal }: AnswerRequest): Promise<TakenCall | AnswerRefusal> {
    const harm = await moderate(prompt, signal)
    if (harm) return { ok: false, reason: 'gate', gate: harm }
    const taken = await answers.take(userId)
    if (taken === 'learner') return { ok: false, reason: 'limit', retryAfterSeconds: untilTomorrow() }
    if (taken === 'all') await note('capped')
    if (taken === 'all') return { ok: false, reason: 'unavailable', retryAfterSeconds: untilTomorrow() }
    if (!health.mayCall()) {
      await taken.refund()
      return unavailable
    }
    return taken
  }

  return async (request) => {
    const { task, prompt, language, userId, signal } = request
    const { gate } = scanPrompt(task, prompt, language)
    if (gate) return { ok: false, reason: 'gate', gate }
    if (health.isBroken()) return unavailable
    if (await isOff()) {
      await note('fallback')
      return unavailable
    }
    const leave = limits.enter(userId)
    if (!leave) return { ok: false, reason: 'limit', retryAfterSeconds: shortWaitSeconds }
    const taken = await begin(request)
    if ('ok' in taken) {
      leave()
      return taken
    }
    if (signal.aborted) {
      leave()
      health.cancel()
      await taken.refund()
      return unavailable
    }
    signal.addEventListener('abort', leave, { once: true })
    return { ok: true, value: { model: name, text: readAnswer(parts, request, taken) } }
  }
}

/** The outcome counts for the provider's health. */
async function* readAnswer(
  { model, health }: AnswerParts,
  { prompt, signal }: AnswerRequest,
  taken: TakenCall,
): AsyncGenerator<string> {
  try {
    let isHealthy = false
    for await (const text of model.stream({
      messages: writeAnswerMessages(prompt),
      secrets: [prompt],
      signal,
      taken,
    })) {
      if (!isHealthy) health.succeed()
      isHealthy = true
      yield text
    }
    if (!isHealthy) health.cancel()
  } catch (error) {
    health.fail(error, { fields: {}, secrets: [prompt], message: 'the AI model did not answer a prompt' })
    throw error
  }
}
