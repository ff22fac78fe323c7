import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect as openSocket, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { createUser } from '../test-support/factories.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts'

/** A proxy between server and database that can cut connections or stop answering. */
const openLine = async (folder: string) => {
  const real = inject('postgres')
  const sockets = new Set<Socket>()
  let isSilent = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  let line: Server
  const open = () =>
    new Promise<void>((opened) => {
      line = createServer((near) => {
        track(near)
        if (isSilent) {
          near.resume()
          return
        }
        const far = openSocket(join(real.host, `.s.PGSQL.${real.port}`))
        track(far)
        near.pipe(far).pipe(near)
      }).listen(join(folder, `.s.PGSQL.${real.port}`), opened)
    })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const close = () =>
    new Promise<void>((closed) => {
      line.close(() => closed())
      cut()
    })
  await open()
  return {
    open,
    close,
    beSilent: (silent: boolean) => {
      isSilent = silent
      cut()
    },
  }
}

let folder: string
let line: Awaited<ReturnType<typeof openLine>>
let database: TestDatabase
let server: TestServer
let token: string
let learner: { email: string; pin: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-line-'))
  line = await openLine(folder)
  database = await createTestDatabase()
  const address = { ...database.address, host: folder }
  server = await startTestServer({ database: { ...database, db: connect(address) } })
  learner = await createUser(server.context)
  token = await server.signIn(learner.email, learner.pin)
})
afterAll(async () => {
  await server.close()
  await server.context.db.end({ timeout: 1 })
  await line.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const startedAt = performance.now()
  return [await work, performance.now() - startedAt]
}

const expectUnavailable = async () => {
  const calls = [
    server.call('me', { token }),
    server.call('userSubscription', { token }),
    server.call('login', { body: learner }),
    server.call('GET /readyz'),
  ]
  for (const [reply, ms] of await Promise.all(calls.map(timed))) {
    expect(reply.error).toMatchObject({ status: 503, name: 'unavailable' })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(ms).toBeLessThan(2_500)
  }
  expect((await server.call('GET /livez')).status).toBe(200)
}

describe('without its database', () => {
  it('the server answers 503 and never 401, and recovers when the database is back', async () => {
    expect((await server.call('GET /readyz')).status).toBe(200)
    await line.close()
    await expectUnavailable()
    await line.open()
    await expect.poll(async () => (await server.call('GET /readyz')).status, { timeout: 5_000 }).toBe(200)
    expect((await server.call('me', { token })).status).toBe(200)
  })

  it('the server does the same when the database does not respond', async () => {
    line.beSilent(true)
    await expectUnavailable()
    line.beSilent(false)
    await expect.poll(async () => (await server.call('GET /readyz')).status, { timeout: 5_000 }).toBe(200)
  })
})
