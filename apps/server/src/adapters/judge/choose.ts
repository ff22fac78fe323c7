import { setTimeout as wait } from 'node:timers/promises'
import { note } from '../../telemetry/signals.ts'
import { createEmbeddedJudge } from './embedded-judge.ts'
import { createOpenaiJudge } from './openai-judge.ts'
import { defaultBounds } from './openai/call-limits.ts'
import type { createDailyBudget } from './openai/daily-calls.ts'
import type { Judge, JudgeLog } from './port.ts'
import type { JudgeConfig } from './settings.ts'

const timeouts = { timeoutMs: 10_000, answerTimeouts: { firstMs: 10_000, wholeMs: 30_000 } }

/** `dailyBudget` creates the budget that all instances share. `isOff`: whether staff turned the model off. */
export function chooseJudge(
  config: JudgeConfig,
  log: JudgeLog,
  dailyBudget: ReturnType<typeof createDailyBudget>,
  isOff: () => Promise<boolean>,
): Judge {
  switch (config.provider) {
    case 'embedded':
      return createEmbeddedJudge()
    case 'openai': {
      const price = config.prices[config.model] ?? null
      return createOpenaiJudge(
        { ...config, ...timeouts },
        {
          now: () => Date.now(),
          random: Math.random,
          wait: (ms) => wait(ms),
          log,
          bounds: defaultBounds,
          // As without the budget's database: no call is made.
          isOff: () => isOff().catch(() => true),
          ...dailyBudget({ ...config.daily, price }),
        },
      )
    }
    default:
      return config satisfies never
  }
}

/** The same judge, with its evaluations counted and timed. */
export function measureJudge(judge: Judge): Judge {
  return {
    ...judge,
    evaluate: async (request) => {
      const begin = performance.now()
      let [isFallback, isFailed] = [false, true]
      try {
        const judgement = await judge.evaluate(request)
        isFallback = judgement.isFallback
        isFailed = false
        return judgement
      } finally {
        note('evaluation', { isFallback, isFailed, seconds: (performance.now() - begin) / 1000 })
      }
    },
  }
}
