import { z } from 'zod'

/** US dollars for a million tokens. Cached input counts as input, so the cost that follows is never too low. */
export type ModelPrice = { input: number; output: number }

export type JudgeConfig =
  | { provider: 'embedded' }
  | {
      provider: 'openai'
      apiKey: string
      baseUrl: string | null
      model: string
      /** Calls of all instances in a day (UTC); 0 means none. */
      dailyCalls: number
      /** By model; the cost of any other model is unknown. */
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
      // Answered below, like any other text of a wrong shape.
    }
    check.addIssue('must be JSON like {"gpt-6-luna":{"input":0.1,"output":0.5}}, in US dollars for a million tokens')
    return z.NEVER
  })

type Settings = {
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  OPENAI_MODEL: string
  OPENAI_DAILY_CALLS: number
  OPENAI_PRICES: Record<string, ModelPrice>
}

export const judgeOf = (env: Settings): JudgeConfig =>
  env.OPENAI_API_KEY
    ? {
        provider: 'openai',
        apiKey: env.OPENAI_API_KEY,
        baseUrl: env.OPENAI_BASE_URL ?? null,
        model: env.OPENAI_MODEL,
        dailyCalls: env.OPENAI_DAILY_CALLS,
        prices: env.OPENAI_PRICES,
      }
    : { provider: 'embedded' }
