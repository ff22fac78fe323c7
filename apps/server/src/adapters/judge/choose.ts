import { setTimeout as wait } from 'node:timers/promises'
import type { JudgeConfig, ModelPrice } from '../../judge-settings.ts'
import { defaultBounds } from './openai/call-limits.ts'
import type { DailyCalls } from './openai/daily-calls.ts'
import { createOpenaiJudge } from './openai-judge.ts'
import type { Judge, JudgeLog } from './port.ts'
import { createRubricJudge } from './rubric-judge.ts'

const timeoutMs = 10_000

/** The judge that the configuration names. @param dailyCalls makes the budget of a day, which all instances share */
export function chooseJudge(
  config: JudgeConfig,
  log: JudgeLog,
  dailyCalls: (perDay: number, price: ModelPrice | null) => DailyCalls,
): Judge {
  switch (config.provider) {
    case 'embedded':
      return createRubricJudge()
    case 'openai':
      return createOpenaiJudge(
        { ...config, timeoutMs },
        {
          now: () => Date.now(),
          random: Math.random,
          wait: (ms) => wait(ms),
          log,
          bounds: defaultBounds,
          calls: dailyCalls(config.dailyCalls, config.prices[config.model] ?? null),
        },
      )
    default:
      return config satisfies never
  }
}
