import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect as openSocket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { fails, startModelStandIn, type StandIn } from './adapters/judge/test-support/model-stand-in.ts'
import { makeCall } from './test-support/call-server.ts'
import { findFreePort } from './test-support/find-free-port.ts'
import { createTestDatabase, type TestDatabase } from './test-support/test-database.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let database: TestDatabase
let databaseUrl: string
let model: StandIn
const started: ChildProcess[] = []

beforeAll(async () => {
  model = await startModelStandIn()
  database = await createTestDatabase()
  const { host, port, username } = inject('postgres')
  const name = 'database' in database.address ? database.address.database : ''
  databaseUrl = `postgres://${username}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await model.close()
  await database.drop()
})

type Program = { child: ChildProcess; url: string; port: number; output: () => string; exit: Promise<number | null> }

const startProgram = async (variables: Record<string, string> = {}): Promise<Program> => {
  const port = await findFreePort()
  const child = spawn(process.execPath, ['--import', 'tsx', 'apps/server/src/main.ts'], {
    cwd: root,
    // A busy machine must not make the program shed these tests' requests.
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      MAX_EVENT_LOOP_DELAY_MS: '0',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const exit = once(child, 'close').then(([code]) => code as number | null)
  return { child, url: `http://127.0.0.1:${port}`, port, output: () => output, exit }
}

const untilItListens = async ({ output }: Program) => {
  await expect.poll(output, { timeout: 45_000, interval: 20 }).toContain('Kitewise is at')
}

/** A program that waits for its model before it answers the call `running`. */
const startBusyProgram = async () => {
  const prompt = 'Write a poem for my sister.'
  const asked = new Promise<ServerResponse>((resolve) =>
    // At its start the program asks the model whether it works, which is another request.
    model.behave((response, body, request) =>
      body.includes(prompt) ? resolve(response) : fails(400)(response, body, request),
    ),
  )
  const program = await startProgram({ DEMO_ACCOUNTS: 'no', OPENAI_BASE_URL: model.url })
  await untilItListens(program)
  const call = makeCall(program.url)
  const params = { onboardingId: randomUUID() }
  const saved = await call('saveOnboarding', { params, body: { variant: 1, version: 1, step: 1, answers: {} } })
  expect(saved.error).toBeNull()
  const running = call('evaluateMiniTask', { params, body: { prompt } })
  return { program, running, modelResponse: await asked }
}

/** Resolves when a stopping server no longer accepts connections. */
const untilItTakesNoMore = async (port: number) => {
  await expect
    .poll(
      async () => {
        const socket = openSocket(port, '127.0.0.1')
        const taken = await once(socket, 'connect').then(
          () => true,
          () => false,
        )
        socket.destroy()
        return taken
      },
      { timeout: 5_000, interval: 20 },
    )
    .toBe(false)
}

describe('program', { timeout: 60_000 }, () => {
  it('creates and prints the demo accounts when two start on one database, and each account can sign in', async () => {
    const programs = await Promise.all([startProgram(), startProgram()])
    await Promise.all(programs.map(untilItListens))
    // The accounts are printed after the address.
    for (const { output } of programs)
      await expect.poll(output, { timeout: 45_000, interval: 20 }).toContain('demo@kitewise.example      PIN 2749')
    const signIn = async (index: number, email: string, pin: string) => {
      const call = makeCall(programs[index]?.url ?? '')
      const { body, status } = await call('login', { body: { email, pin } })
      expect([email, status]).toEqual([email, 200])
      const subscriptions = (await call('userSubscription', { token: body.jwt })).body.data
      const params = { userId: body.user.id, courseId: 'ai-zero' }
      const progress = (await call('courseProgress', { token: body.jwt, params })).body.data
      return {
        endsLater: (subscriptions[0]?.current_period_end ?? 0) * 1000 > Date.now(),
        done: progress.lessonsCompleted,
      }
    }
    expect(await signIn(0, 'demo@kitewise.example', '2749')).toEqual({ endsLater: true, done: 2 })
    expect(await signIn(1, 'other@kitewise.example', '8305')).toEqual({ endsLater: true, done: 0 })
    expect(await signIn(0, 'expired@kitewise.example', '6194')).toEqual({ endsLater: false, done: 0 })
  })

  it('finishes requests in progress on a stop signal, accepts no new ones, and exits cleanly', async () => {
    const { program, running, modelResponse } = await startBusyProgram()
    program.child.kill('SIGTERM')
    await untilItTakesNoMore(program.port)
    model.behave(fails(400))
    fails(400)(modelResponse, '', modelResponse.req)
    expect((await running).status).toBe(200)
    expect(await program.exit).toBe(0)
  })

  it('exits immediately at the second signal', async () => {
    const { program, running } = await startBusyProgram()
    const outcome = running.then(
      () => 'answered',
      (error: Error) => error.message,
    )
    program.child.kill('SIGTERM')
    await untilItTakesNoMore(program.port)
    program.child.kill('SIGINT')
    expect(await program.exit).toBe(1)
    expect(await outcome).toBe('fetch failed')
  })

  it('reports all invalid settings in one message', async () => {
    const program = await startProgram({ NODE_ENV: 'production', DEMO_ACCOUNTS: 'yes', LOG_LEVEL: 'loud', PROT: '1' })
    expect(await program.exit).toBe(1)
    const [warning, ...lines] = program.output().split('\n')
    expect(warning).toBe('Warning: PROT: is not a setting and has no effect. Did you mean PORT?')
    expect(lines.join('\n')).toMatch(/^Kitewise cannot start with these settings:\n {2}- LOG_LEVEL: .*\n {2}- MAILER: /)
    const unsafe = await startProgram({ NODE_ENV: 'production', DEMO_ACCOUNTS: 'yes' })
    expect(await unsafe.exit).toBe(1)
    expect(unsafe.output()).toContain('ALLOW_DEMO_ACCOUNTS_IN_PRODUCTION=yes')
    expect(unsafe.output()).not.toContain('    at ')
  })

  it('serves metrics on a port of their own, and names the setting when that is in use', async () => {
    const metricsPort = await findFreePort()
    const set = { DEMO_ACCOUNTS: 'no', LOG_LEVEL: 'silent', METRICS_PORT: String(metricsPort) }
    const first = await startProgram(set)
    await untilItListens(first)
    const page = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    expect(await page.text()).toContain('kitewise_database_connections')
    const second = await startProgram(set)
    expect(await second.exit).toBe(1)
    expect(second.output()).toBe(`Port ${metricsPort} is in use. Set METRICS_PORT to another one.\n`)
  })

  it('reports in one line that its port is in use', async () => {
    const first = await startProgram({ DEMO_ACCOUNTS: 'no' })
    await untilItListens(first)
    const second = await startProgram({ DEMO_ACCOUNTS: 'no', PORT: String(first.port), LOG_LEVEL: 'silent' })
    expect(await second.exit).toBe(1)
    expect(second.output()).toBe(`Port ${first.port} is in use. Set PORT to another one.\n`)
  })

  it('reports in one line that its address is not available', async () => {
    const program = await startProgram({ DEMO_ACCOUNTS: 'no', LOG_LEVEL: 'silent', HOST: '192.0.2.1' })
    expect(await program.exit).toBe(1)
    expect(program.output()).toBe(
      'This machine does not have the address 192.0.2.1. Set HOST to one of its addresses.\n',
    )
  })

  it('reports in one line that its data folder is not usable', async () => {
    const folder = fileURLToPath(new URL('main.ts/data', import.meta.url))
    const program = await startProgram({ DATABASE_URL: '', DATA_DIR: folder, LOG_LEVEL: 'silent' })
    expect(await program.exit).toBe(1)
    expect(program.output()).toMatch(/^The data folder .*main\.ts\/data cannot be used: ENOTDIR.* Set DATA_DIR/)
    expect(program.output().trim().split('\n')).toHaveLength(1)
  })
})
