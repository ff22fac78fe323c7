import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServerProcess } from '../durability/server-process.ts'
import { compare, measureBareDriver, measureHttp, report, roundSeconds } from './measure.ts'
import type { BareAnswer, Measured, RecordedWrite } from './shapes.ts'

/**
 * `npm run bench`: requests per second and p99 of the built server at 50 connections, next to a bare reference in the
 * same run. See bench/README.md.
 */
const connections = 50
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

const measured = start('world.ts')
const world = await firstMessage<Measured>(measured)
const product = await createServerProcess({
  DATABASE_URL: world.databaseUrl,
  DEMO_ACCOUNTS: 'no',
  MAX_EVENT_LOOP_DELAY_MS: '200',
})
await product.start()

const compareRead = async (name: string, path: string, headers: Record<string, string>, target: number | null) => {
  const bare = await startReference('bare-http.ts', await bareAnswer(await fetch(product.url + path, { headers })))
  const load = (url: string) => (seconds: number) => measureHttp({ url: url + path, connections, seconds, headers })
  const figures = await compare(load(product.url), load(bare.url), rounds)
  bare.stop()
  return report(name, figures, target)
}

const requestOf = ({ path, token, body }: RecordedWrite) => ({
  method: 'POST' as const,
  path,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const compareWrite = async (): Promise<boolean> => {
  const requests = world.learners.map((writes) => writes.map(requestOf))
  const first = requests.flat()[0]
  if (!first) throw new Error('No write was recorded.')
  const load = (url: string) => (seconds: number) => measureHttp({ url, connections, seconds, requests })
  const driver = (seconds: number) => measureBareDriver(world, { connections, seconds })
  const isMet = report('fragment write : driver', await compare(load(product.url), driver, rounds), 0.5)

  const answer = await bareAnswer(await fetch(product.url + first.path, first))
  const both = await startReference('bare-write.ts', { answer, world })
  report('fragment write : http + driver', await compare(load(product.url), load(both.url), rounds), null)
  both.stop()
  const http = await startReference('bare-http.ts', answer)
  report('fragment write : node:http', await compare(load(product.url), load(http.url), rounds), null)
  http.stop()
  return isMet
}

const list = '/api/courses?populate[0]=chapters&populate[1]=chapters.lessons&populate[2]=featuredImage'
const signedIn = { authorization: `Bearer ${world.token}` }
console.log(`${'what : reference'.padEnd(32)} ours | reference`)
const verdicts = [
  await compareRead('course list : node:http', list, {}, 0.6),
  await compareRead('course detail : node:http', '/api/courses/ai-zero', {}, 0.6),
  await compareRead('lesson, signed in : node:http', '/api/lessons/ai-zero.l00', signedIn, null),
  await compareWrite(),
]
await product.stop()
measured.disconnect()
process.exitCode = verdicts.every(Boolean) ? 0 : 1
