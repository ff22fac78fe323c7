import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { createContext, type ContextParts } from '../create-context.ts'
import { createServer } from '../http/create-server.ts'
import { makeCall, type Call } from './call-server.ts'
import { makeCatalog } from './make-catalog.ts'
import { testConfig } from './test-config.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type TestServerOptions = Omit<ContextParts, 'database' | 'clock'> & {
  config?: Partial<Config>
  /** Another server's database, to run two instances on it. It is then not dropped at the end. */
  database?: TestDatabase
  /** The initial time of the clock of learning and billing; by default the real time. */
  now?: Date
}

export type TestServer = {
  /** Without a trailing slash. */
  url: string
  context: Context
  database: TestDatabase
  call: Call
  /** Signs in and returns the token. */
  signIn: (email: string, pin: string) => Promise<string>
  /** Moves the clock of learning and billing. */
  setNow: (now: Date) => void
  /** The server's open connections. */
  openConnections: () => Promise<number>
  close: () => Promise<void>
}

const smallCatalog = () =>
  makeCatalog({
    id: 'ai-zero',
    chapters: { c1: { l01: { f1: ['quiz'], f2: [] }, l02: { f1: ['prompt'] } }, c2: { l03: { f1: [], f2: ['quiz'] } } },
  })

/** A real server on a free port with its own real database. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase())
  let now = options.now ?? null
  const { log, judge, mailer, payments, domainRecords } = options
  const context = await createContext(testConfig(options.config), {
    database,
    clock: () => now ?? new Date(),
    catalog: options.catalog ?? smallCatalog(),
    ...(log ? { log } : {}),
    ...(judge ? { judge } : {}),
    ...(mailer ? { mailer } : {}),
    ...(payments ? { payments } : {}),
    ...(domainRecords ? { domainRecords } : {}),
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
    openConnections: () =>
      new Promise((counted, failed) => {
        app.server.getConnections((error, count) => (error ? failed(error) : counted(count)))
      }),
    close: async () => {
      await app.close()
      await context.sessionCache.close()
      if (!options.database) await database.drop()
    },
  }
}
