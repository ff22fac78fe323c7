import { z } from 'zod'
import { isPrivateAddress } from '../private-address.ts'

/** US dollars per million tokens. Cached input counts as input, so the estimated cost is never too low. */
export type ModelPrice = { input: number; output: number }

export type JudgeConfig =
  | { provider: 'embedded' }
  | {
      provider: 'openai'
      /** Null for a self-hosted server without a key. */
      apiKey: string | null
      baseUrl: string | null
      model: string
      /** Daily limits (UTC) for all instances: verdicts, streamed answers, and answers per learner. 0 disables calls. */
      daily: { calls: number; answers: number; answersPerLearner: number }
      /** Prices by model. Other models have no known cost. */
      prices: Readonly<Record<string, ModelPrice>>
    }

export const defaultModel = 'gpt-6-luna'
const defaultPrices = { [defaultModel]: { input: 0.1, output: 0.5 } }

const prices = z.record(z.string(), z.strictObject({ input: z.number().min(0), output: z.number().min(0) }))

/** OPENAI_PRICES: JSON, as in `{"gpt-6-luna":{"input":0.1,"output":0.5}}`. */
export const modelPrices = z
  .string()
  .default(JSON.stringify(defaultPrices))
  .transform((text, check) => {
    try {
      const read = prices.safeParse(JSON.parse(text))
      if (read.success) return read.data
    } catch {
      // Reported below, like any other invalid value.
    }
    check.addIssue('must be JSON like {"gpt-6-luna":{"input":0.1,"output":0.5}}, in US dollars for a million tokens')
    return z.NEVER
  })

type Settings = {
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  OPENAI_MODEL: string
  OPENAI_DAILY_CALLS: number
  OPENAI_DAILY_ANSWERS: number
  OPENAI_DAILY_ANSWERS_PER_LEARNER: number
  OPENAI_PRICES: Record<string, ModelPrice>
}

/** An API key selects the provider; so does the URL of a self-hosted server, which may need no key. */
export function judgeOf(env: Settings): JudgeConfig {
  const apiKey = env.OPENAI_API_KEY ?? null
  const baseUrl = env.OPENAI_BASE_URL ?? null
  if (apiKey === null && !(baseUrl !== null && isPrivateAddress(baseUrl))) return { provider: 'embedded' }
  return {
    provider: 'openai',
    apiKey,
    baseUrl,
    model: env.OPENAI_MODEL,
    daily: {
      calls: env.OPENAI_DAILY_CALLS,
      answers: env.OPENAI_DAILY_ANSWERS,
      answersPerLearner: env.OPENAI_DAILY_ANSWERS_PER_LEARNER,
    },
    prices: env.OPENAI_PRICES,
  }
}
