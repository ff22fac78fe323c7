import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServerProcess } from '../scripts/kill-test/server-process.ts'
import { measureBareDriver } from './bare-driver.ts'
import { measureHttp } from './measure-http.ts'
import type { BareAnswer, Figures, Measured } from './shapes.ts'

/**
 * `npm run bench`: the server as it is built and started; requests per second and p99 at 50 connections, each beside a bare reference in the same run. Rounds alternate
 * between ours and the reference and the best round counts, since a noisy machine only ever slows down.
 */
const connections = 50
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const rounds = 3

const start = (file: string): ChildProcess =>
  fork(join(import.meta.dirname, file), { execArgv: ['--import', 'tsx'], stdio: 'inherit' })

const firstMessage = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = await once(child, 'message')
  return message as T
}

const top = (all: Figures[]): Figures => all.reduce((a, b) => (a.perSecond >= b.perSecond ? a : b))

const show = ({ perSecond, p99Ms }: Figures): string => `${perSecond.toFixed(0)}/s p99 ${p99Ms.toFixed(1)} ms`

const best = async (measure: () => Promise<Figures>, reference: () => Promise<Figures>) => {
  const ours: Figures[] = []
  const bare: Figures[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await reference())
    ours.push(await measure())
  }
  return { ours: top(ours), bare: top(bare) }
}

const report = (name: string, target: number, { ours, bare }: { ours: Figures; bare: Figures }): boolean => {
  const ratio = ours.perSecond / bare.perSecond
  const verdict = target === 0 ? '' : ratio >= target ? `  target ${target} met` : `  target ${target} MISSED`
  console.log(`${name.padEnd(22)} ours ${show(ours)} | bare ${show(bare)} | ratio ${ratio.toFixed(2)}${verdict}`)
  return ratio >= target
}

const measured = start('world.ts')
const world = await firstMessage<Measured>(measured)
const product = await createServerProcess({ DATABASE_URL: world.databaseUrl, DEMO_ACCOUNTS: 'no' })
await product.start()
const authorization = { authorization: `Bearer ${world.token}` }

const compareRead = async (name: string, path: string, headers: Record<string, string>, target: number) => {
  const url = `${product.url}${path}`
  const answer = await fetch(url, { headers })
  const bareAnswer: BareAnswer = {
    headers: Object.fromEntries(
      [...answer.headers].filter(([key]) => !/^(date|connection|keep-alive|content-length)$/.test(key)),
    ),
    bodyBase64: Buffer.from(await answer.arrayBuffer()).toString('base64'),
  }
  const bare = start('bare-http.ts')
  bare.send(bareAnswer)
  const { url: bareUrl } = await firstMessage<{ url: string }>(bare)
  const figures = await best(
    () => measureHttp({ url, connections, seconds, headers }),
    () => measureHttp({ url: bareUrl, connections, seconds, headers }),
  )
  bare.disconnect()
  return report(name, target, figures)
}

const compareWrite = async (): Promise<boolean> => {
  const requests = world.writes.map(({ path, token, body }) => ({
    method: 'POST' as const,
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }))
  const figures = await best(
    () => measureHttp({ url: product.url, connections, seconds, requests }),
    () => measureBareDriver(world, { connections, seconds }),
  )
  return report('fragment write', 0.5, figures)
}

const list = '/api/courses?populate[0]=chapters&populate[1]=chapters.lessons&populate[2]=featuredImage'
const verdicts = [
  await compareRead('course list', list, {}, 0.6),
  await compareRead('course detail', '/api/courses/ai-zero', {}, 0.6),
  await compareRead('lesson, signed in', '/api/lessons/ai-zero.l01', authorization, 0),
  await compareWrite(),
]
await product.stop()
measured.disconnect()
process.exitCode = verdicts.every(Boolean) ? 0 : 1
