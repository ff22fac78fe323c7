import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, version as viteVersion } from 'vite'
import { connect, type SocketAddress } from '../apps/server/src/database/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/database/embedded-postgres.ts'
import { createServerProcess, type ServerProcess } from '../durability/server-process.ts'
import { launchOptions } from '../e2e/support/launch-options.ts'
import { bareAnswer, listPath, startReference } from './load.ts'
import { measureHttp } from './measure.ts'
import { open, type ScreenFigures } from './open-screen.ts'
import { listTree, type Memory, readCpuMs, readMemory } from './processes.ts'
import type { Figures } from './shapes.ts'
import { type ListedCourse, startStrapi, strapiVersion } from './strapi.ts'

/**
 * `npm run bench -- --compare`: ours next to Strapi with the same catalog, a plain React app with the same screen, and bare
 * `node:http`, in one run. Prints the tables of bench/README.md.
 */
const connections = 10
const roundSeconds = 4
const loadRounds = Math.ceil(Number(process.env.BENCH_SECONDS ?? 12) / roundSeconds)
const visitRounds = Number(process.env.BENCH_ROUNDS ?? 3)

type Side = { name: string; url: string; pid: number }
type Measured = { best: Figures; cpuMs: number; databaseCpuMs: number; bytes: number }

const addressOf = ({ username, port, host, database }: SocketAddress): string =>
  `postgresql://${username}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

/** By turns; the best round counts for the rate, all rounds for the processor time. */
const measureByTurns = async (sides: readonly Side[], postmaster: number): Promise<Measured[]> => {
  const bytes = await Promise.all(sides.map(async ({ url }) => (await (await fetch(url)).arrayBuffer()).byteLength))
  const rounds = sides.map((): { figures: Figures; cpuMs: number; databaseCpuMs: number }[] => [])
  for (let round = 0; round <= loadRounds; round += 1)
    for (const [index, { url, pid }] of sides.entries()) {
      const [own, database] = [readCpuMs([pid]), readCpuMs(listTree(postmaster))]
      const figures = await measureHttp({ url, connections, seconds: roundSeconds })
      // The first round warms up.
      if (round > 0)
        rounds[index]?.push({
          figures,
          cpuMs: readCpuMs([pid]) - own,
          databaseCpuMs: readCpuMs(listTree(postmaster)) - database,
        })
    }
  return rounds.map((all, index) => {
    const requests = all.reduce((sum, { figures }) => sum + figures.requests, 0)
    const perRequest = (key: 'cpuMs' | 'databaseCpuMs') => all.reduce((sum, one) => sum + one[key], 0) / requests
    const best = all.map(({ figures }) => figures).reduce((a, b) => (a.perSecond >= b.perSecond ? a : b))
    return { best, cpuMs: perRequest('cpuMs'), databaseCpuMs: perRequest('databaseCpuMs'), bytes: bytes[index] ?? 0 }
  })
}

const row = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)

const printLoad = (what: string, sides: readonly Side[], all: readonly Measured[]): void => {
  const ours = all[0]
  for (const [index, { best, cpuMs, databaseCpuMs, bytes }] of all.entries()) {
    const rate = best.perSecond / (ours?.best.perSecond ?? Number.NaN)
    const cpu = (cpuMs + databaseCpuMs) / (ours ? ours.cpuMs + ours.databaseCpuMs : Number.NaN)
    const times = [cpuMs, databaseCpuMs].map((ms) => ms.toFixed(3))
    const ratios = [rate.toFixed(rate < 0.1 ? 4 : 2), cpu.toFixed(cpu > 10 ? 0 : 2)]
    row([what, sides[index]?.name ?? '', best.perSecond.toFixed(0), best.p99Ms, ...times, bytes, ...ratios])
  }
}

/** The paths of Strapi for the same fields; without a list of fields it would send three times as much about each picture. */
const fieldsOf = (picture: string): string =>
  ['url', 'alternativeText', 'formats'].map((field, index) => `${picture}[fields][${index}]=${field}`).join('&')
const strapiFields = [
  fieldsOf('populate[featuredImage]'),
  fieldsOf('populate[chapters][populate][lessons][populate][image]'),
].join('&')

const compareServers = async (
  product: ServerProcess,
  postgres: EmbeddedPostgres,
  postmaster: number,
): Promise<void> => {
  const answer = await fetch(product.url + listPath)
  const { data: courses } = (await answer.clone().json()) as { data: ListedCourse[] }
  const first = courses[0]?.id ?? ''
  const strapi = await startStrapi({ ...postgres.address, database: 'strapi' }, courses).catch((error: Error) => {
    console.error(`Strapi is left out: ${error.message}`)
    return null
  })
  const bares = [
    await startReference('bare-http.mjs', await bareAnswer(answer)),
    await startReference('bare-http.mjs', await bareAnswer(await fetch(`${product.url}/api/courses/${first}`))),
  ]
  try {
    const pid = product.pid() ?? 0
    const sides = (path: string, strapiPath: string, bare: { url: string; pid: number } | undefined): Side[] => [
      { name: 'ours', url: product.url + path, pid },
      ...(bare ? [{ name: 'bare node:http', ...bare }] : []),
      ...(strapi ? [{ name: `Strapi ${strapiVersion}`, url: strapi.url + strapiPath, pid: strapi.pid }] : []),
    ]
    const found =
      strapi && ((await (await fetch(`${strapi.url}/api/courses`)).json()) as { data: { documentId: string }[] })
    const lists = sides(listPath, `/api/courses?${strapiFields}`, bares[0])
    const details = sides(
      `/api/courses/${first}`,
      `/api/courses/${found?.data[0]?.documentId}?${strapiFields}`,
      bares[1],
    )
    const idle = lists.map((side) => readMemory([side.pid]))
    row([
      'request',
      'server',
      'requests/s',
      'p99 ms',
      'CPU ms',
      'database CPU ms',
      'bytes',
      'requests : ours',
      'CPU : ours',
    ])
    row(Array.from({ length: 9 }, () => '---'))
    printLoad('course list', lists, await measureByTurns(lists, postmaster))
    printLoad('course', details, await measureByTurns(details, postmaster))
    printMemory(lists, idle)
  } finally {
    for (const bare of bares) bare.stop()
    await strapi?.stop()
  }
}

const printMemory = (sides: readonly Side[], idle: readonly Memory[]): void => {
  console.log()
  row(['server', 'resident before the load, MB', 'after it'])
  row(['---', '---', '---'])
  for (const [index, { name, pid }] of sides.entries())
    row([name, (idle[index]?.resident ?? 0).toFixed(0), readMemory([pid]).resident.toFixed(0)])
}

/** Built as Vite does by default, and compressed as our build is. */
const buildPlainApp = async (outDir: string): Promise<void> => {
  const root = join(import.meta.dirname, 'plain-app')
  await build({ root, configFile: false, plugins: [react()], logLevel: 'warn', build: { outDir, emptyOutDir: true } })
  for (const name of readdirSync(join(outDir, 'assets')))
    writeFileSync(join(outDir, 'assets', `${name}.br`), brotliCompressSync(readFileSync(join(outDir, 'assets', name))))
}

type Visited = { name: string; url: string; path: string; token: string; hasServiceWorker: boolean }

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const compareScreens = async (product: ServerProcess, plain: ServerProcess): Promise<void> => {
  const login = await fetch(`${product.url}/api/product-user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@kitewise.example', pin: '2749' }),
  })
  const { jwt: token } = (await login.json()) as { jwt: string }
  const screens: Visited[] = [
    { name: 'ours, with the streak and progress', url: product.url, path: '/courses', token, hasServiceWorker: true },
    { name: `React app, Vite ${viteVersion}`, url: plain.url, path: '/courses', token: '', hasServiceWorker: false },
  ]
  const visits = screens.map((): (ScreenFigures & { again: number })[] => [])
  const browser = await chromium.launch(launchOptions())
  for (let round = 0; round < visitRounds; round += 1)
    for (const [index, { url: baseURL, ...screen }] of screens.entries()) {
      const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, isMobile: true })
      const cold = await open(context, screen)
      visits[index]?.push({ ...cold, again: (await open(context, screen)).largestPaint })
      await context.close()
    }
  await browser.close()
  console.log()
  row([
    'courses',
    'first paint, ms',
    'largest paint, ms',
    'requests before it',
    'waves',
    'kB',
    'largest paint again, ms',
  ])
  row(Array.from({ length: 7 }, () => '---'))
  for (const [index, { name }] of screens.entries()) {
    const of = (key: keyof ScreenFigures | 'again') =>
      median(visits[index]?.map((visit) => visit[key]) ?? []).toFixed(0)
    row([name, of('firstPaint'), of('largestPaint'), of('requests'), of('waves'), of('kilobytes'), of('again')])
  }
}

/** Needs a build, Chromium, and for Strapi the npm registry. Without it, says so and compares the rest. */
export async function measureComparison(): Promise<void> {
  const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'kitewise-compare-'))
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), runAs: null, report: () => {} })
  const admin = connect(postgres.address, { poolSize: 1, limits: 'none' })
  for (const name of ['kitewise', 'strapi']) await admin.unsafe(`create database ${name}`)
  const DATABASE_URL = addressOf({ ...postgres.address, database: 'kitewise' })
  const product = await createServerProcess({ DATABASE_URL })
  // Vite's build leaves NODE_ENV behind.
  const plain = await createServerProcess({ DATABASE_URL, WEB_DIR: join(folder, 'plain'), NODE_ENV: 'development' })
  try {
    console.log(`Node ${process.version}, ${connections} connections, rounds of ${roundSeconds} s\n`)
    await product.start()
    const postmaster = Number(readFileSync(join(postgres.data, 'postmaster.pid'), 'utf8').split('\n')[0])
    await compareServers(product, postgres, postmaster)
    await buildPlainApp(join(folder, 'plain'))
    await plain.start()
    await compareScreens(product, plain)
  } finally {
    await plain.stop()
    await product.stop()
    await admin.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
