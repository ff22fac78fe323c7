import { setTimeout as wait } from 'node:timers/promises'
import type { JudgeConfig } from '../../config.ts'
import { defaultBounds } from './openai/call-limits.ts'
import { createOpenaiJudge, type JudgeLog } from './openai-judge.ts'
import type { Judge } from './port.ts'
import { createRubricJudge } from './rubric-judge.ts'

const timeoutMs = 12_000

/** The judge that the configuration names. */
export function chooseJudge(config: JudgeConfig, log: JudgeLog): Judge {
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
          bounds: { ...defaultBounds, perDay: config.dailyCalls },
        },
      )
    default:
      return config satisfies never
  }
}
