import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@kitewise/contract/calls'
import type { EndpointName } from '@kitewise/contract/endpoints'
import { type CallInput, makeCall, type Reply } from '../../apps/server/src/test-support/call-server.ts'

/** Counts over the whole run. */
export type Tally = { acknowledged: number; sentAgain: number }

export type Api = {
  /** Repeats a call until the server responds, like the app's outbox. A refusal is a result. */
  ask: <N extends EndpointName>(name: N, input?: CallInput) => Promise<Reply<Answer<N>>>
  /** The same. @throws Refused */
  write: <N extends EndpointName>(name: N, input: CallInput) => Promise<Answer<N>>
  /** The same without the gate, to compare while it's closed. */
  read: <N extends EndpointName>(name: N, input: CallInput) => Promise<Answer<N>>
}

export class Refused extends Error {
  readonly status: number

  constructor(name: EndpointName, { status, text }: Reply<unknown>) {
    super(`${name} was refused with ${status}: ${text}`)
    this.status = status
  }
}

/** Interrupted sign-ins count as failed, per network too, so a client without an address gets a new one per request. */
const randomAddress = (): string => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`

const demand = <N extends EndpointName>(name: N, reply: Reply<Answer<N>>): Answer<N> => {
  if (reply.error !== null) throw new Refused(name, reply)
  return reply.body
}

const pauseMs = 5

/** Alternates between the instances. A cut connection or 503 means retry. */
export function createApi(urls: string[], gate: Gate, tally: Tally): Api {
  const calls = urls.map((url) => makeCall(url))
  let turn = 0

  /** The reply, or null if the server was down. */
  const attempt = async <N extends EndpointName>(name: N, input: CallInput): Promise<Reply<Answer<N>> | null> => {
    turn += 1
    const call = calls[turn % calls.length]
    if (!call) throw new Error('There is no instance.')
    try {
      const reply = await call(name, { ...input, headers: { 'x-forwarded-for': randomAddress(), ...input.headers } })
      return reply.status === 503 ? null : reply
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return null
      throw error
    }
  }

  const ask: Api['ask'] = async (name, input = {}) => {
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

  return {
    ask,
    write: async (name, input) => demand(name, await ask(name, input)),
    read: async (name, input) => {
      for (;;) {
        const reply = await attempt(name, input)
        if (reply !== null) return demand(name, reply)
        await pause(pauseMs)
      }
    },
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
