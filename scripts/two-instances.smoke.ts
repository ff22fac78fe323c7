import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/database/embedded-postgres.ts'
import { makeCall } from '../apps/server/src/test-support/call-server.ts'
import { createServerProcess, type ServerProcess } from '../durability/server-process.ts'

/** Two built instances on a DATABASE_URL that neither of them owns. */
const folder = mkdtempSync(join(tmpdir(), 'kitewise-smoke-'))
let postgres: EmbeddedPostgres
let first: ServerProcess
let second: ServerProcess

beforeAll(async () => {
  chmodSync(folder, 0o711)
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), runAs: null, report: () => {} })
  const { host, port, username, database } = postgres.address
  const databaseUrl = `postgresql://${username}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  first = await createServerProcess({ DATABASE_URL: databaseUrl })
  second = await createServerProcess({ DATABASE_URL: databaseUrl })
  await Promise.all([first.start(), second.start()])
}, 60_000)

afterAll(async () => {
  await Promise.all([first.stop(), second.stop()])
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

describe('two instances on one database', () => {
  it('start together on an empty database, share sessions and progress, and end a session on both', async () => {
    const [here, there] = [makeCall(first.url), makeCall(second.url)]
    const login = await here('login', { body: { email: 'other@kitewise.example', pin: '8305' } })
    if (login.error) throw new Error(login.error.name)
    const { jwt: token, user } = login.body
    const lesson = { userId: user.id, lessonId: 'ai-zero.l00' }

    const started = await there('startLesson', { token, params: { ...lesson, courseId: 'ai-zero' } })
    expect(started.status).toBe(200)
    const reported = await here('reportFragment', {
      token,
      params: { ...lesson, fragmentIndex: 0 },
      body: {
        courseId: 'ai-zero',
        chapterId: 'ai-zero.c1',
        lessonId: 'ai-zero.l00',
        fragmentId: 'ai-zero.l00.f1',
        fragmentIndex: 0,
        completed: true,
        progressPercentage: 25,
        timeSpent: 20,
      },
    })
    expect(reported.status).toBe(200)
    const read = await there('lessonProgress', { token, params: lesson })
    expect(read.body).toMatchObject({ data: { started: true, fragmentProgress: { 0: { completed: true } } } })

    expect((await there('logout', { token })).status).toBe(200)
    expect((await here('me', { token })).status).toBe(401)
  })
})
