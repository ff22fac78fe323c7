import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@kitewise/contract/calls'
import type { EndpointName } from '@kitewise/contract/endpoints'
import { makeCall, type CallInput, type Reply } from '../../../apps/server/src/test-support/call-server.ts'
import type { Tally } from './api.ts'
import type { Gate } from './gate.ts'

/** Calls an endpoint until somebody answers, in turn at each instance, as the app does: a cut connection and 503 mean "again". */
export type AskAgain = <N extends EndpointName>(name: N, input?: CallInput) => Promise<Reply<Answer<N>>>

const pauseMs = 50

export const createAskAgain = (urls: string[], gate: Gate, tally: Tally): AskAgain => {
  const calls = urls.map((url) => makeCall(url))
  let turn = 0

  const attempt = async <N extends EndpointName>(name: N, input: CallInput): Promise<Reply<Answer<N>> | null> => {
    turn += 1
    const call = calls[turn % calls.length]
    if (!call) throw new Error('There is no instance.')
    try {
      const reply = await call(name, input)
      return reply.status === 503 ? null : reply
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return null
      throw error
    }
  }

  return async (name, input = {}) => {
    for (;;) {
      const reply = await gate.pass(() => attempt(name, input))
      if (reply !== null) {
        tally.acknowledged += reply.error === null ? 1 : 0
        return reply
      }
      tally.sentAgain += 1
      await pause(pauseMs)
    }
  }
}
