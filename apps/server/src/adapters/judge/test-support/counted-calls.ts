import type { DailyAnswers, DailyCalls, Tokens } from '../openai/daily-calls.ts'

export type CountedCalls = DailyCalls & {
  /** The same budget for answers. */
  answers: DailyAnswers
  taken: () => number
  refunded: () => number
  used: Tokens[]
}

/** An in-memory budget. @param perDay the limit, read before each call */
export function countCalls(perDay: () => number = () => Infinity): CountedCalls {
  let taken = 0
  let refunded = 0
  const used: Tokens[] = []
  const take = async () => {
    if (taken - refunded >= perDay()) return null
    taken += 1
    return {
      refund: async () => {
        refunded += 1
      },
      record: async (tokens: Tokens) => {
        used.push(tokens)
        return { ...tokens, costUsd: null }
      },
    }
  }
  return {
    taken: () => taken,
    refunded: () => refunded,
    used,
    take,
    answers: { take: async () => (await take()) ?? 'learner' },
  }
}
