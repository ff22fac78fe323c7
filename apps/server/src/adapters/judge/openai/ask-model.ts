import OpenAI from 'openai'
import type { ChatCompletion } from 'openai/resources/chat/completions'
import type { JudgeLog } from '../port.ts'
import type { DailyCalls, TakenCall } from './daily-calls.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { firstParameters, learnFrom, requestParameters, type AnswerSchema } from './model-parameters.ts'
import { BadAnswerError, BudgetSpentError, isUnpaid, mayPass, providerMessage } from './provider-error.ts'

/** Retries wait between 0.3 and 0.9 seconds, so that many servers do not come back at the same moment. */
const shortestWaitMs = 300
const waitSpreadMs = 600
/** Both tries together, as a multiple of the time for one: with 10 s for one, a learner waits 15 s at most. */
const wholeTime = 1.5

export type ModelSettings = { apiKey: string; baseUrl: string | null; model: string; timeoutMs: number }
export type Timing = { random: () => number; wait: (ms: number) => Promise<void> }

export type ChatMessage = { role: 'system' | 'user'; content: string }

export type Question<Answer> = {
  messages: ChatMessage[]
  schema: AnswerSchema
  /** Reads the text of the answer; throws BadAnswerError. */
  read: (text: string) => Answer
  /** Parts of the messages that must not get into a log. */
  secrets: readonly string[]
}

export type AskModelParts = Timing & { calls: DailyCalls; log: JudgeLog }

/**
 * Asks a model. Rejects with the client's error, BadAnswerError after one retry, or BudgetSpentError. Calls that the provider refuses
 * are given back to the budget.
 */
export type AskModel = <Answer>(question: Question<Answer>) => Promise<Answer>

/** The official client for one provider: no redirect, 256 kB, a firm end in time, no retries of its own. */
export function connectProvider({ apiKey, baseUrl, timeoutMs }: ModelSettings): OpenAI {
  return new OpenAI({
    apiKey,
    ...(baseUrl ? { baseURL: baseUrl } : {}),
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: createGuardedFetch(timeoutMs),
    logLevel: 'off',
  })
}

/** Remembers for as long as the process runs which parameters the model takes. */
export function createAskModel(settings: ModelSettings, parts: AskModelParts): AskModel {
  const client = connectProvider(settings)
  const { model } = settings
  let parameters = firstParameters(model)

  async function complete(question: Question<unknown>, signal: AbortSignal): Promise<ChatCompletion> {
    const sent = parameters
    const taken = await parts.calls.take()
    if (!taken) throw new BudgetSpentError('the calls of the day are used up')
    try {
      const body = { model, messages: question.messages, ...requestParameters(sent, question.schema) }
      const completion = await client.chat.completions.create(body, { signal })
      await noteUsage(taken, completion)
      return completion
    } catch (error) {
      if (isUnpaid(error)) await taken.refund()
      const learned = learnFrom(error, sent)
      if (learned === null) throw error
      // Another question may have learned it meanwhile.
      if (parameters === sent) {
        parameters = learned
        const provider = providerMessage(error, { apiKey: settings.apiKey, texts: question.secrets })
        parts.log.info({ model, provider }, 'the AI model refuses a parameter; it is not sent again')
      }
      return complete(question, signal)
    }
  }

  async function noteUsage(taken: TakenCall, { usage }: ChatCompletion): Promise<void> {
    const tokens = { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 }
    parts.log.info({ model, ...(await taken.record(tokens)) }, 'the AI model has answered')
  }

  async function askOnce<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer> {
    const choice = (await complete(question, signal)).choices?.[0]
    if (!choice?.message?.content) throw new BadAnswerError('an answer without text')
    if (choice.finish_reason === 'length') throw new BadAnswerError('the answer was cut off')
    return question.read(choice.message.content)
  }

  return async (question) => {
    const signal = AbortSignal.timeout(settings.timeoutMs * wholeTime)
    try {
      return await askOnce(question, signal)
    } catch (error) {
      if (!mayPass(error) || signal.aborted) throw error
      await parts.wait(shortestWaitMs + parts.random() * waitSpreadMs)
      return askOnce(question, signal)
    }
  }
}
