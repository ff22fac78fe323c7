import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../test-support/debian-programs.ts'
import { findFreePort } from '../test-support/find-free-port.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { serveMetrics } from './serve-metrics.ts'

const ops = join(import.meta.dirname, '../../../../ops')
const folder = mkdtempSync(join(tmpdir(), 'kitewise-ops-'))
const promtool = findProgram('promtool', 'prometheus')
const prometheus = findProgram('prometheus', 'prometheus')
const amtool = findProgram('amtool', 'prometheus-alertmanager')
const caddy = findProgram('caddy', 'caddy')

let server: TestServer
let metrics: Awaited<ReturnType<typeof serveMetrics>>
let running: ChildProcess | null = null

beforeAll(async () => {
  server = await startTestServer({ config: { backups: { folder, key: null } } })
  metrics = await serveMetrics(server.context, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  if (running !== null && running.exitCode === null) {
    const ended = once(running, 'exit')
    running.kill('SIGTERM')
    await ended
  }
  await metrics.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program; its words are in the error when it fails. */
const run = (program: string | null, ...parts: string[]): string =>
  execFileSync(program ?? 'none', parts, { cwd: ops, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

type Panel = { id: number; title: string; type: string; targets?: { expr: string }[] }

const dashboard = JSON.parse(readFileSync(join(ops, 'grafana/dashboard.json'), 'utf8')) as {
  uid: string
  schemaVersion: number
  panels: Panel[]
}
const charts = dashboard.panels.filter(({ type }) => type !== 'row')
/** As Grafana fills them in. */
const queries = charts
  .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  .map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'))

describe('Prometheus', () => {
  it.skipIf(promtool === null)(
    'accepts its configuration, and each alert fires when it should and only then',
    () => {
      expect(run(promtool, 'check', 'config', 'prometheus/prometheus.yml')).toMatch(/\d+ rules found/)
      expect(run(promtool, 'test', 'rules', 'prometheus/alerts.test.yml')).toContain('SUCCESS')
      const alerts = readFileSync(join(ops, 'prometheus/alerts.yml'), 'utf8').match(/(?<=alert: )\w+/g) ?? []
      const tests = readFileSync(join(ops, 'prometheus/alerts.test.yml'), 'utf8')
      expect(alerts.length).toBeGreaterThan(15)
      expect(alerts.filter((alert) => !tests.includes(`alertname: ${alert}\n        exp_alerts:\n`))).toEqual([])
    },
    60_000,
  )

  it.skipIf(promtool === null)("understands the dashboard's queries", () => {
    const rules = queries.map((expr, index) => ({ record: `query:${index}`, expr }))
    const file = join(folder, 'dashboard.yml')
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(run(promtool, 'check', 'rules', file)).toContain(`${queries.length} rules found`)
  })

  it('is asked only about metrics that the server has', async () => {
    const known = new Set((await (await fetch(metrics.url)).text()).match(/(?<=^# TYPE )\w+/gm))
    const asked = [readFileSync(join(ops, 'prometheus/alerts.yml'), 'utf8'), ...queries]
      .flatMap((text) => text.match(/\b(kitewise|nodejs|process)_[a-z0-9_]+/g) ?? [])
      .map((name) => name.replace(/(_duration_seconds)_(bucket|count|sum)$/, '$1'))
    expect(new Set(asked).size).toBeGreaterThan(15)
    expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([])
  })

  it.skipIf(prometheus === null)('scrapes a server', async () => {
    const port = await findFreePort()
    const config = {
      scrape_configs: [
        {
          job_name: 'kitewise',
          scrape_interval: '1s',
          static_configs: [{ targets: [new URL(metrics.url).host] }],
          sample_limit: 5000,
        },
      ],
    }
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
    for (let i = 0; i < 3; i += 1) await server.call('GET /livez')
    running = spawn(
      prometheus ?? 'none',
      [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
    const ask = async (query: string): Promise<string | undefined> => {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`
      const answer = await fetch(url)
        .then((response) => response.json())
        .catch(() => null)
      return (answer as { data: { result: { value: [number, string] }[] } } | null)?.data.result[0]?.value[1]
    }
    await expect.poll(() => ask('up{job="kitewise"}'), { timeout: 15_000, interval: 100 }).toBe('1')
    expect(await ask('kitewise_http_requests_total{route="/livez",method="GET",status="2xx"}')).toBe('3')
  })
})

describe('Grafana', () => {
  it('gets a dashboard with one query or more in each of its charts', () => {
    expect(dashboard).toMatchObject({ uid: 'kitewise', schemaVersion: 39 })
    expect(charts.length).toBeGreaterThan(20)
    expect(charts.filter(({ targets }) => !targets?.length).map(({ title }) => title)).toEqual([])
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})

describe('Alertmanager', () => {
  it.skipIf(amtool === null)('accepts its configuration, and sends pages to the one on call', () => {
    const file = 'alertmanager/alertmanager.yml'
    expect(run(amtool, 'check-config', file)).toContain('SUCCESS')
    const receiver = (severity: string) =>
      run(amtool, 'config', 'routes', 'test', `--config.file=${file}`, `severity=${severity}`).trim()
    expect([receiver('page'), receiver('ticket')]).toEqual(['on-call', 'tickets'])
  })
})

describe('Caddy', () => {
  it.skipIf(caddy === null)('accepts its configuration, and checks the instances', () => {
    const adapted = execFileSync(caddy ?? 'none', ['adapt', '--validate', '--config', 'caddy/Caddyfile'], {
      cwd: ops,
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, KITEWISE_INSTANCES: 'one:3000 two:3000' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    expect(adapted).toContain('"uri":"/readyz"')
    expect(adapted).toContain('"upstreams":[{"dial":"one:3000"},{"dial":"two:3000"}]')
  })
})
