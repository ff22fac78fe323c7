import { defaultBounds, type CallBounds } from '../openai/call-limits.ts'
import type { DailyAnswers, DailyCalls, ModelOutcome } from '../openai/daily-calls.ts'
import type { ModelSettings } from '../openai/model.ts'
import { createOpenaiJudge } from '../openai-judge.ts'
import type { Judge } from '../port.ts'
import { countCalls } from './counted-calls.ts'

export type LogLine = { level: string; fields: object; message: string }

export type JudgeOptions = Partial<Omit<ModelSettings, 'baseUrl'>> & {
  bounds?: Partial<CallBounds>
  calls?: DailyCalls & { answers?: DailyAnswers }
  answers?: DailyAnswers
  isOff?: () => boolean
}

/** Judges whose clock, delays and log are controlled by the test. */
export type JudgeBench = {
  make: (options: JudgeOptions & { baseUrl: string }) => Required<Judge>
  waits: number[]
  lines: LogLine[]
  /** What was counted for the day. */
  outcomes: ModelOutcome[]
  /** Advances the clock. */
  pass: (ms: number) => void
}

export function createJudgeBench(): JudgeBench {
  let now = 0
  const waits: number[] = []
  const lines: LogLine[] = []
  const outcomes: ModelOutcome[] = []
  const note = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message })
  return {
    waits,
    lines,
    outcomes,
    pass: (ms) => {
      now += ms
    },
    make: ({ bounds = {}, calls = countCalls(), answers, isOff = () => false, ...settings }) => {
      const judge = createOpenaiJudge(
        {
          apiKey: 'my-secret-key',
          model: 'gpt-3.5-turbo',
          timeoutMs: 3_000,
          answerTimeouts: { firstMs: 3_000, wholeMs: 6_000 },
          ...settings,
        },
        {
          now: () => now,
          random: () => 0.5,
          wait: async (ms) => void waits.push(ms),
          log: { info: note('info'), warn: note('warn'), error: note('error') },
          bounds: { ...defaultBounds, ...bounds },
          calls,
          note: async (outcome) => void outcomes.push(outcome),
          isOff: async () => isOff(),
          answers: answers ?? calls.answers ?? countCalls().answers,
        },
      )
      if (!judge.answer || !judge.check) throw new Error('the AI judge answers and checks')
      return { ...judge, answer: judge.answer, check: judge.check }
    },
  }
}
