import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@kitewise/contract/calls'
import type { EndpointName } from '@kitewise/contract/endpoints'
import { type CallInput, makeCall, type Reply } from '../../apps/server/src/test-support/call-server.ts'

/** Counts over the whole run. */
export type Tally = { acknowledged: number; sentAgain: number }

export type Api = {
  /** Sends until there's a response, like the app's outbox; alternates between the instances. Throws on a refusal. */
  write: <N extends EndpointName>(name: N, path: string, body: unknown, token: string | null) => Promise<Answer<N>>
  /** One read, without the gate. */
  read: <N extends EndpointName>(name: N, path: string, token: string | null) => Promise<Answer<N>>
}

/** Each client has its own network, because sign-ins interrupted by a kill count as failed, per network too. */
const randomAddress = (): string => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`

export class Refused extends Error {
  readonly status: number

  constructor(path: string, status: number, answer: unknown) {
    super(`${path} was refused with ${status}: ${JSON.stringify(answer)}`)
    this.status = status
  }
}

const sendOnce = async (url: string, body: unknown, token: string | null): Promise<Response> =>
  fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': randomAddress(),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || body === null ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined || body === null ? null : JSON.stringify(body),
  })

const pauseMs = 5

export function createApi(urls: string[], gate: Gate, tally: Tally): Api {
  let turn = 0
  const nextUrl = (path: string) => {
    turn += 1
    return `${urls[turn % urls.length]}${path}`
  }

  /** The parsed response, or null if the server was down. */
  const attempt = async (path: string, body: unknown, token: string | null): Promise<{ answer: unknown } | null> => {
    try {
      const response = await sendOnce(nextUrl(path), body, token)
      const answer: unknown = await response.json()
      if (response.ok) return { answer }
      if (response.status === 503) return null
      throw new Refused(path, response.status, answer)
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return null
      throw error
    }
  }

  return {
    write: async <N extends EndpointName>(_name: N, path: string, body: unknown, token: string | null) => {
      for (;;) {
        const made = await gate.pass(() => attempt(path, body, token))
        if (made !== null) {
          tally.acknowledged += 1
          return made.answer as Answer<N>
        }
        tally.sentAgain += 1
        await pause(pauseMs)
      }
    },
    read: async <N extends EndpointName>(_name: N, path: string, token: string | null) => {
      for (;;) {
        const made = await attempt(path, undefined, token)
        if (made !== null) return made.answer as Answer<N>
        await pause(pauseMs)
      }
    },
  }
}

/**
 * Calls an endpoint until it responds, alternating between the instances like the app: a cut connection or 503 means
 * retry.
 */
export type AskAgain = <N extends EndpointName>(name: N, input?: CallInput) => Promise<Reply<Answer<N>>>

const askAgainPauseMs = 50

export function createAskAgain(urls: string[], gate: Gate, tally: Tally): AskAgain {
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
      await pause(askAgainPauseMs)
    }
  }
}

/** Lets learners' requests through while it's open, and counts those in flight. */
export type Gate = {
  open: () => void
  close: () => void
  /** Waits for the gate, then counts the request until it ends. */
  pass: <T>(request: () => Promise<T>) => Promise<T>
  inFlight: () => number
  /** Resolves when no request is in flight. */
  drained: () => Promise<void>
}

export function createGate(): Gate {
  const state = { isOpen: false, inFlight: 0 }
  const changes = new EventEmitter().setMaxListeners(0)
  return {
    open: () => {
      state.isOpen = true
      changes.emit('open')
    },
    close: () => {
      state.isOpen = false
    },
    pass: async (request) => {
      while (!state.isOpen) await once(changes, 'open')
      state.inFlight += 1
      try {
        return await request()
      } finally {
        state.inFlight -= 1
        if (state.inFlight === 0) changes.emit('drained')
      }
    },
    inFlight: () => state.inFlight,
    drained: async () => {
      if (state.inFlight > 0) await once(changes, 'drained')
    },
  }
}
