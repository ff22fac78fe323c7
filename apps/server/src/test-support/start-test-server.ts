import type { AddressInfo } from 'node:net'
import type { Answer } from '@kitewise/contract/calls'
import { endpoints, type EndpointName } from '@kitewise/contract/endpoints'
import type { ErrorAnswer } from '@kitewise/contract/errors'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { createContext, type ContextParts } from '../create-context.ts'
import { createServer } from '../http/create-server.ts'
import { makeCatalog } from './make-catalog.ts'
import { testConfig } from './test-config.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type TestServerOptions = Omit<ContextParts, 'db' | 'clock'> & {
  config?: Partial<Config>
  /** Another server's database, to run two instances on it. It is then not dropped at the end. */
  database?: TestDatabase
  /** Where the clock of learning and billing stands at first; else it runs. */
  now?: Date
}

export type CallInput = {
  params?: Record<string, string | number>
  /** The raw query, without the question mark. */
  query?: string
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

export type Reply<Body> = {
  status: number
  headers: Headers
  text: string
  /** The parsed answer; on a failure it is not what its type says: look at `error`. */
  body: Body
  error: ErrorAnswer['error'] | null
}

type Call = {
  /** Calls an endpoint of the table by its name. */
  <N extends EndpointName>(name: N, input?: CallInput): Promise<Reply<Answer<N>>>
  /** Calls anything else as "METHOD /path". */
  (target: `${string} /${string}`, input?: CallInput): Promise<Reply<unknown>>
}

export type TestServer = {
  /** Without a slash at the end. */
  url: string
  context: Context
  database: TestDatabase
  call: Call
  /** Signs in and gives the token. */
  signIn: (email: string, pin: string) => Promise<string>
  /** Moves the clock of learning and billing. */
  setNow: (now: Date) => void
  close: () => Promise<void>
}

const smallCatalog = () =>
  makeCatalog({
    id: 'ai-zero',
    chapters: { c1: { l01: { f1: ['quiz'], f2: [] }, l02: { f1: ['prompt'] } }, c2: { l03: { f1: [], f2: ['quiz'] } } },
  })

/** A real server on a free port with a real database of its own. */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const database = options.database ?? (await createTestDatabase())
  let now = options.now ?? null
  const { log, judge } = options
  const context = await createContext(testConfig(options.config), {
    db: database.db,
    clock: () => now ?? new Date(),
    catalog: options.catalog ?? smallCatalog(),
    ...(log ? { log } : {}),
    ...(judge ? { judge } : {}),
  })
  const app = await createServer(context)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const call = makeCall(url)
  return {
    url,
    context,
    database,
    call,
    signIn: async (email, pin) => {
      const reply = await call('login', { body: { email, pin } })
      if (reply.error) throw new Error(`could not sign in ${email}: ${reply.error.name}`)
      return reply.body.jwt
    },
    setNow: (moment) => {
      now = moment
    },
    close: async () => {
      await app.close()
      if (!options.database) await database.drop()
    },
  }
}

const makeCall = (url: string): Call => {
  const call = async (target: string, { params = {}, query, body, token, headers = {} }: CallInput = {}) => {
    const [method = '', path = ''] = target.includes(' ') ? target.split(' ') : namedTarget(target as EndpointName)
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, key: string) => encodeURIComponent(String(params[key])))
    const response = await fetch(`${url}${filled}${query ? `?${query}` : ''}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const parsed = (isJson && text !== '' ? JSON.parse(text) : null) as { error?: ErrorAnswer['error'] } | null
    return { status: response.status, headers: response.headers, text, body: parsed, error: parsed?.error ?? null }
  }
  // One function for both ways of naming a call: the overloads promise the answer's type, which the contract guarantees.
  return call as unknown as Call
}

const namedTarget = (name: EndpointName): [string, string] => [endpoints[name].method, endpoints[name].path]
