import OpenAI from 'openai'
import { APIConnectionError, APIError } from 'openai'
import { answerSchema, BadAnswerError, parseAnswer, type ModelAnswer } from './answer.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { ChatMessage } from './messages.ts'

const longestAnswerTokens = 450
/** Retries wait between 0.3 and 0.9 seconds, so that many servers do not come back at the same moment. */
const shortestWaitMs = 300
const waitSpreadMs = 600

/** From strict to free: what a server cannot do is remembered, and the next simpler form is asked for. */
const formats = [
  { type: 'json_schema' as const, json_schema: { name: 'verdict', strict: true, schema: answerSchema } },
  { type: 'json_object' as const },
  { type: 'text' as const },
]

export type ModelSettings = { apiKey: string; baseUrl: string | null; model: string; timeoutMs: number }
export type Timing = { random: () => number; wait: (ms: number) => Promise<void> }

/** Asks a model for its verdict; rejects with the client's error or BadAnswerError after one retry. */
export type AskModel = (messages: ChatMessage[]) => Promise<ModelAnswer>

function refusesFormat(error: unknown): boolean {
  return (
    error instanceof APIError &&
    error.status === 400 &&
    /response_format|json_schema|json_object|json mode/i.test(error.message)
  )
}

/** Worth a second try: too many requests, the server's own fault, no connection, or an answer that makes no sense. */
function mayPass(error: unknown): boolean {
  if (error instanceof BadAnswerError || error instanceof APIConnectionError) return true
  return error instanceof APIError && (error.status === 429 || (error.status ?? 500) >= 500)
}

/** Nothing will change until an operator changes the settings: wrong key, no such model, no such address. */
export function isPermanent(error: unknown): boolean {
  return error instanceof APIError && [401, 403, 404].includes(error.status ?? 0)
}

/** Makes the caller for one provider, with the official client. One retry at most, no redirect, 256 kB, a firm end in time. */
export function createAskModel(
  { apiKey, baseUrl, model, timeoutMs }: ModelSettings,
  { random, wait }: Timing,
): AskModel {
  const client = new OpenAI({
    apiKey,
    ...(baseUrl ? { baseURL: baseUrl } : {}),
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: createGuardedFetch(timeoutMs),
    logLevel: 'off',
  })
  let format = 0

  async function askOnce(messages: ChatMessage[]): Promise<ModelAnswer> {
    const completion = await client.chat.completions.create({
      model,
      messages,
      temperature: 0,
      max_tokens: longestAnswerTokens,
      response_format: formats[format] ?? { type: 'text' },
    })
    const choice = completion.choices?.[0]
    if (!choice?.message?.content) throw new BadAnswerError('an answer without text')
    if (choice.finish_reason === 'length') throw new BadAnswerError('the answer was cut off')
    return parseAnswer(choice.message.content)
  }

  async function askInAnyFormat(messages: ChatMessage[]): Promise<ModelAnswer> {
    try {
      return await askOnce(messages)
    } catch (error) {
      if (!refusesFormat(error) || format === formats.length - 1) throw error
      format += 1
      return askInAnyFormat(messages)
    }
  }

  return async (messages) => {
    try {
      return await askInAnyFormat(messages)
    } catch (error) {
      if (!mayPass(error)) throw error
      await wait(shortestWaitMs + random() * waitSpreadMs)
      return askInAnyFormat(messages)
    }
  }
}
