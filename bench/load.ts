import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServerProcess } from '../durability/server-process.ts'
import { compare, measureBareDriver, measureHttp, report, roundSeconds } from './measure.ts'
import type { BareAnswer, Measured, RecordedWrite } from './shapes.ts'

const connections = 50
type Sides = { world: Measured; product: Awaited<ReturnType<typeof createServerProcess>> }

const rounds = Math.ceil(Number(process.env.BENCH_SECONDS ?? 12) / roundSeconds)

const start = (file: string): ChildProcess =>
  fork(join(import.meta.dirname, file), { execArgv: ['--import', 'tsx'], stdio: 'inherit' })

const firstMessage = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = await once(child, 'message')
  return message as T
}

const bareAnswer = async (answer: Response): Promise<BareAnswer> => ({
  headers: Object.fromEntries(
    [...answer.headers].filter(([key]) => !/^(date|connection|keep-alive|content-length)$/.test(key)),
  ),
  bodyBase64: Buffer.from(await answer.arrayBuffer()).toString('base64'),
})

const startReference = async (file: string, message: object) => {
  const reference = start(file)
  reference.send(message)
  const { url } = await firstMessage<{ url: string }>(reference)
  return { url, stop: () => reference.disconnect() }
}

const compareRead = async (
  { product }: Sides,
  name: string,
  path: string,
  headers: Record<string, string>,
  target: number | null,
) => {
  const bare = await startReference('bare-http.ts', await bareAnswer(await fetch(product.url + path, { headers })))
  const load = (url: string) => (seconds: number) => measureHttp({ url: url + path, connections, seconds, headers })
  const figures = await compare(load(product.url), load(bare.url), rounds)
  bare.stop()
  return report(name, figures, target)
}

const compareSignedIn = async (sides: Sides, path: string, headers: Record<string, string>): Promise<boolean> => {
  const isMet = await compareRead(sides, 'lesson, signed in : node:http', path, headers, 0.45)
  const { product, world } = sides
  const answer = await bareAnswer(await fetch(product.url + path, { headers }))
  const { address, readStatements: statements } = world
  const driven = await startReference('bare-write.ts', { answer, address, writes: [], statements })
  const load = (url: string) => (seconds: number) => measureHttp({ url: url + path, connections, seconds, headers })
  const figures = await compare(load(product.url), load(driven.url), rounds)
  driven.stop()
  return report('lesson : http + driver, 1 read', figures, 0.8) && isMet
}

const requestOf = ({ path, token, body }: RecordedWrite) => ({
  method: 'POST' as const,
  path,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const compareWrite = async ({ product, world }: Sides): Promise<boolean> => {
  const requests = world.learners.map((writes) => writes.map(requestOf))
  const first = requests.flat()[0]
  if (!first) throw new Error('No write was recorded.')
  const load = (url: string) => (seconds: number) => measureHttp({ url, connections, seconds, requests })
  const driver = (seconds: number) => measureBareDriver(world, { connections, seconds })
  const isMet = report('fragment write : driver', await compare(load(product.url), driver, rounds), 0.5)

  const answer = await bareAnswer(await fetch(product.url + first.path, first))
  const both = await startReference('bare-write.ts', {
    answer,
    address: world.address,
    writes: world.learners.flat(),
    statements: [],
  })
  const isMetOnHttp = report(
    'fragment write : http + driver',
    await compare(load(product.url), load(both.url), rounds),
    0.85,
  )
  both.stop()
  const http = await startReference('bare-http.ts', answer)
  report('fragment write : node:http', await compare(load(product.url), load(http.url), rounds), null)
  http.stop()
  return isMet && isMetOnHttp
}

const list = '/api/courses?populate[0]=chapters&populate[1]=chapters.lessons&populate[2]=featuredImage'

/**
 * Prints requests per second and p99 of the built server at 50 connections, next to a bare reference in the same run. Returns whether
 * every target is met. See bench/README.md.
 */
export async function measureLoad(): Promise<boolean> {
  const measured = start('world.ts')
  const world = await firstMessage<Measured>(measured)
  const product = await createServerProcess({
    DATABASE_URL: world.databaseUrl,
    DEMO_ACCOUNTS: 'no',
    MAX_EVENT_LOOP_DELAY_MS: '200',
  })
  await product.start()
  const sides = { world, product }
  const signedIn = { authorization: `Bearer ${world.token}` }
  console.log(`${'what : reference'.padEnd(32)} ours | reference`)
  const verdicts = [
    await compareRead(sides, 'course list : node:http', list, {}, 0.85),
    await compareRead(sides, 'course detail : node:http', '/api/courses/ai-zero', {}, 0.85),
    await compareSignedIn(sides, '/api/lessons/ai-zero.l00', signedIn),
    await compareWrite(sides),
  ]
  await product.stop()
  measured.disconnect()
  return verdicts.every(Boolean)
}
