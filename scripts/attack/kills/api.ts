import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@kitewise/contract/calls'
import type { EndpointName } from '@kitewise/contract/endpoints'
import type { Gate } from './gate.ts'

/** Counts over the whole run. */
export type Tally = { acknowledged: number; sentAgain: number }

export type Api = {
  /** Sends until there is an answer, as the app's outbox does; alternates between the instances. Throws on a refusal. */
  write: <N extends EndpointName>(name: N, path: string, body: unknown, token: string | null) => Promise<Answer<N>>
  /** One read, past the gate. */
  read: <N extends EndpointName>(name: N, path: string, token: string | null) => Promise<Answer<N>>
}

/** Everybody comes from a network of their own: sign-ins that a kill cut short count as failed, by network too. */
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

export const createApi = (urls: string[], gate: Gate, tally: Tally): Api => {
  let turn = 0
  const nextUrl = (path: string) => {
    turn += 1
    return `${urls[turn % urls.length]}${path}`
  }

  /** The parsed answer, or null when the server was not there to answer. */
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
