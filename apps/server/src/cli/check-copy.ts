import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@kitewise/contract/endpoints'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type ContextParts, createContext } from '../create-context.ts'
import { connect, type DatabaseAddress } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { findSomeAccount } from '../features/accounts/users.sql.ts'
import { eraseAgain } from '../features/privacy/delete-account.ts'
import { createServer } from '../http/create-server.ts'
import { migrateJobs } from '../jobs/migrate-jobs.ts'
import { type PepperStanding, readPepperStanding } from '../platform/pin-pepper.sql.ts'
import { insertSession, revokeSession } from '../platform/sessions.sql.ts'
import { CommandError } from './settings.ts'

export type CheckedCopy = {
  /** Path and status of each request. */
  answers: [path: string, status: number][]
  /** Whether PINs of the copy work with the PIN_PEPPER of these settings. */
  pepper: PepperStanding
}

type Wanted = {
  /** Account hash (hex) → time. */
  erasures: ReadonlyMap<string, string>
  parts: Pick<ContextParts, 'catalog' | 'log'>
}

/**
 * Brings a copy of the database up to this release, erases accounts again, and starts the app on it in quarantine, on a
 * free port of this machine, to read a few pages.
 * @throws CommandError when the app doesn't answer as it should
 */
export async function checkCopy(
  config: Config,
  address: DatabaseAddress,
  { erasures, parts }: Wanted,
): Promise<{ erased: number; checked: CheckedCopy }> {
  await migrateCopy(address)
  const db = connect(address)
  const quarantined: Config = { ...config, quarantine: true, logLevel: 'silent', sessionCache: false }
  const context = await createContext(quarantined, { ...parts, database: { db, address } })
  try {
    const erased = await eraseAgain(context, erasures)
    const pepper = await readPepperStanding(db, config.pinHashing.pepper)
    return { erased, checked: { answers: await readPages(context), pepper } }
  } finally {
    await context.close()
    await db.end()
  }
}

const migrateCopy = async (address: DatabaseAddress): Promise<void> => {
  const patient = connect(address, { poolSize: 1, limits: 'none' })
  try {
    await migrate(patient)
  } finally {
    await patient.end()
  }
  await migrateJobs(address)
}

const readPages = async (context: Context): Promise<CheckedCopy['answers']> => {
  const app = await createServer(context)
  try {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const answers: CheckedCopy['answers'] = []
    const read = async (path: string, token?: string) => {
      const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` })
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      const text = await reply.text()
      if (reply.status !== 200)
        throw new CommandError(`The app answers ${path} on the copy with ${reply.status}: ${text.slice(0, 300)}`)
      answers.push([path, reply.status])
    }
    await becomeReady(`http://127.0.0.1:${port}/readyz`)
    await read('/readyz')
    await read(endpoints.listCourses.path)
    await read(endpoints.listPlans.path)
    await asLearner(context, async (token) => {
      for (const name of ['me', 'userSubscription', 'streak'] as const) await read(endpoints[name].path, token)
    })
    return answers
  } finally {
    await app.close()
  }
}

const patienceMs = 30_000

/** Right after the loading, a busy machine has a long event loop delay, and the app refuses for a moment. */
const becomeReady = async (url: string): Promise<void> => {
  const begin = performance.now()
  while (!(await fetch(url)).ok && performance.now() - begin < patienceMs) await pause(200)
}

/** As one of the learners, in a session that ends at once. */
const asLearner = async ({ db, sessionTokens }: Context, work: (token: string) => Promise<void>): Promise<void> => {
  const userId = await findSomeAccount(db)
  if (userId === null) return
  const sessionId = randomUUID()
  await insertSession(db, { id: sessionId, userId, seconds: 60 })
  try {
    await work(sessionTokens.sign({ userId, sessionId }))
  } finally {
    await revokeSession(db, userId, sessionId)
  }
}
