import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MailRefused } from '../adapters/mail/port.ts'
import { createLog } from '../create-log.ts'
import { inTransaction } from '../database/transaction.ts'
import { addJob } from '../platform/add-job.ts'
import { queueMail } from '../platform/messages/queue-mail.ts'
import { actAsLearner, type Learner } from '../test-support/act-as-learner.ts'
import { actAsStaff } from '../test-support/act-as-staff.ts'
import { makeJudgement } from '../test-support/make-evaluation.ts'
import { failWrites } from '../test-support/rows/tables.ts'
import { runJobs } from '../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { note } from '../telemetry/signals.ts'
import { serveMetrics } from './serve-metrics.ts'

const backups = mkdtempSync(join(tmpdir(), 'kitewise-backups-'))
const mail = { failure: null as Error | null }
const judge = { isFallback: false }

let server: TestServer
let ann: Learner
let metrics: Awaited<ReturnType<typeof serveMetrics>>

beforeAll(async () => {
  server = await startTestServer({
    config: { backups: { folder: backups, key: null } },
    log: createLog('error', 'secret', { write: () => {} }),
    mailer: {
      send: async () => {
        if (mail.failure) throw mail.failure
      },
    },
    judge: { evaluate: async () => makeJudgement({ score: '5' }, judge.isFallback) },
  })
  ann = await actAsLearner(server)
})
afterAll(async () => {
  await metrics.close()
  await server.close()
  rmSync(backups, { recursive: true })
})
/** Each test counts from zero. */
beforeEach(async () => {
  await metrics?.close()
  metrics = await serveMetrics(server.context, { host: '127.0.0.1', port: 0 })
})

const scrape = async (): Promise<string> => {
  const response = await fetch(metrics.url)
  expect(response.headers.get('content-type')).toContain('text/plain')
  return response.text()
}

/** The series whose name and labels begin so, with their values. */
const read = async (start: string): Promise<Record<string, number>> => {
  const lines = (await scrape()).split('\n').filter((line) => line.startsWith(start))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}
const requests = (labels: string) => `kitewise_http_requests_total{${labels}}`
const wrongSignIns = requests('route="/api/product-user/login",method="POST",status="4xx"')

const methods = ['GET', 'POST', 'PROPFIND', 'DELETE']

const scan = async (paths: readonly string[]) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  await Promise.all(
    paths.map(async (path, index) => {
      const asked = request(`${server.url}${path}`, { agent, method: methods[index % 4] ?? 'GET' }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      await once(answer.resume(), 'end')
    }),
  )
  agent.destroy()
}

describe('metrics', () => {
  it('count requests by route template and class of the status', async () => {
    for (let i = 0; i < 5; i += 1) await ann.lesson('ai-zero.l01')
    for (let i = 0; i < 3; i += 1) await server.call('me', {})
    await server.call('GET /livez')
    const counted = await read('kitewise_http_requests_total')
    const lesson = Object.keys(counted).find((series) => series.includes(':lessonId'))
    expect(counted[lesson ?? '']).toBe(5)
    expect(counted[requests('route="/livez",method="GET",status="2xx"')]).toBe(1)
    expect(Object.entries(counted).filter(([series]) => series.includes('status="4xx"'))).toMatchObject([[{}, 3]])
    expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBe(9)
  })

  it('grow by a few series under 1,500 addresses of a scanner', async () => {
    const paths = Array.from({ length: 1_500 }, (_, index) => `/${index % 3 ? 'api/' : ''}scan-${index}/wp-login.php`)
    await scan(paths)
    const text = await scrape()
    expect(text.split('\n').filter((line) => line && !line.startsWith('#')).length).toBeLessThanOrEqual(500)
    expect(text).not.toContain('scan')
    const counted = Object.entries(await read('kitewise_http_requests_total'))
    expect(counted.reduce((sum, [, count]) => sum + count, 0)).toBe(1_500)
    expect(counted.every(([series]) => series.includes('route="unmatched"'))).toBe(true)
  })

  it('count statements by their first word, and show the pool', async () => {
    await metrics.close()
    metrics = await serveMetrics(server.context, { host: '127.0.0.1', port: 0 })
    const { db } = server.context
    for (let i = 0; i < 4; i += 1) await db`select ${i}::int as secret_column`
    await inTransaction(db, (tx) => tx`insert into badge_keys select * from badge_keys where false`)
    await db`select 1 / 0`.catch(() => {})
    const text = await scrape()
    const countOf = (labels: string) =>
      Number(new RegExp(`kitewise_statement_duration_seconds_count\\{${labels}\\} (\\d+)`).exec(text)?.[1])
    expect(countOf('name="begin",outcome="ok"')).toBe(1)
    expect(countOf('name="insert",outcome="ok"')).toBe(1)
    expect(countOf('name="select",outcome="failed"')).toBe(1)
    // The one more reads the job queue for this very scrape, if it comes first.
    expect(countOf('name="select",outcome="ok"') - 4).toBeLessThanOrEqual(1)
    expect(text).not.toContain('secret_column')
    expect(await read('kitewise_database_connections')).toMatchObject({
      'kitewise_database_connections{state="waiting"}': 0,
    })
  })

  it('count rejected sign-ins by reason', async () => {
    for (const pin of ['0001', '0002']) await server.call('login', { body: { email: ann.email, pin } })
    expect(await read('kitewise_sign_in_rejections_total')).toEqual({
      'kitewise_sign_in_rejections_total{reason="invalid_credentials"}': 2,
    })
    expect(await read(wrongSignIns)).toEqual({ [wrongSignIns]: 2 })
  })

  it('count mails and jobs, and show what waits', async () => {
    const { db } = server.context
    const order = (to: string) =>
      inTransaction(db, (tx) => queueMail(tx, { to, language: 'en', template: 'welcome', values: {} }))
    await order('one@kitewise.example')
    await runJobs(server.context)
    mail.failure = new MailRefused('no such person', null)
    await order('two@kitewise.example')
    await runJobs(server.context)
    mail.failure = new Error('no route')
    await order('three@kitewise.example')
    await runJobs(server.context)
    await addJob(db, 'deliver-mail', { mailId: 'no-uuid' }, { key: 'wrong', maxAttempts: 1 })
    await runJobs(server.context)
    expect(await read('kitewise_mails_total')).toEqual({
      'kitewise_mails_total{outcome="sent"}': 1,
      'kitewise_mails_total{outcome="refused"}': 1,
      'kitewise_mails_total{outcome="failed"}': 1,
    })
    expect(await read('kitewise_job_failures_total')).toEqual({
      'kitewise_job_failures_total{task="deliver-mail",outcome="retry"}': 1,
      'kitewise_job_failures_total{task="deliver-mail",outcome="given_up"}': 1,
    })
    expect(await read('kitewise_jobs_retrying{task="deliver-mail"')).toEqual({
      'kitewise_jobs_retrying{task="deliver-mail"}': 1,
    })
    expect(await read('kitewise_jobs_given_up{task="deliver-mail"')).toEqual({
      'kitewise_jobs_given_up{task="deliver-mail"}': 1,
    })
    expect(await read('kitewise_jobs_due{task="purge-accounts"')).toEqual({
      'kitewise_jobs_due{task="purge-accounts"}': 0,
    })
  })

  it('count what browsers send from their outbox, and what was stored already', async () => {
    const headers = { 'x-activity-age': '5' }
    const report = (token: string) =>
      server.call('reportFragment', {
        token,
        headers,
        params: { userId: ann.id, lessonId: 'ai-zero.l01', fragmentIndex: 0 },
        body: {
          courseId: 'ai-zero',
          chapterId: 'ai-zero.c1',
          lessonId: 'ai-zero.l01',
          fragmentId: 'ai-zero.l01.f1',
          fragmentIndex: 0,
          completed: true,
          progressPercentage: 100,
          timeSpent: 30,
        },
      })
    for (let i = 0; i < 3; i += 1) await report(ann.token)
    // Signed out: the outbox keeps the write.
    await report('no-token')
    await server.call('POST /api/user-course-progress/fragment/nobody/ai-zero.l01/0', {
      token: ann.token,
      headers,
      body: {},
    })
    const route = '/api/user-course-progress/fragment/:userId/:lessonId/:fragmentIndex'
    expect(await read('kitewise_outbox_writes_total')).toEqual({
      [`kitewise_outbox_writes_total{route="${route}",outcome="accepted"}`]: 3,
      [`kitewise_outbox_writes_total{route="${route}",outcome="refused"}`]: 1,
    })
    expect(await read('kitewise_writes_merged_total')).toEqual({ 'kitewise_writes_merged_total{write="fragment"}': 2 })
  })

  it('count unsigned events of the payment provider, and sort its types into groups', async () => {
    await server.call('POST /api/payments/webhook', { body: '{}' })
    for (const type of ['invoice.paid', 'customer.subscription.updated', 'customer.updated', 'made.up'])
      note('webhook', { type, outcome: 'received' })
    expect(await read('kitewise_webhooks_total')).toEqual({
      'kitewise_webhooks_total{group="unsigned",outcome="rejected"}': 1,
      'kitewise_webhooks_total{group="invoice",outcome="received"}': 1,
      'kitewise_webhooks_total{group="customer.subscription",outcome="received"}': 1,
      'kitewise_webhooks_total{group="customer",outcome="received"}': 1,
      'kitewise_webhooks_total{group="other",outcome="received"}': 1,
    })
  })

  it('count evaluations and fallbacks', async () => {
    const request = {
      practiceId: 'p',
      task: { points: [], texts: [] } as never,
      language: 'en',
      prompt: 'A prompt',
      userId: ann.id,
    }
    await server.context.judge.evaluate(request)
    judge.isFallback = true
    await server.context.judge.evaluate(request)
    expect(await read('kitewise_evaluation_duration_seconds_count')).toEqual({
      'kitewise_evaluation_duration_seconds_count{outcome="ok"}': 1,
      'kitewise_evaluation_duration_seconds_count{outcome="fallback"}': 1,
    })
  })

  it('time requests, jobs and calls, each as often as it happened', async () => {
    const { db } = server.context
    for (let i = 0; i < 7; i += 1) await server.call('GET /livez')
    for (let i = 0; i < 2; i += 1) {
      await addJob(db, 'purge-accounts', {})
      await runJobs(server.context)
    }
    mail.failure = null
    for (const to of ['four@kitewise.example', 'five@kitewise.example'])
      await inTransaction(db, (tx) => queueMail(tx, { to, language: 'en', template: 'welcome', values: {} }))
    await runJobs(server.context)
    const route = 'route="/livez",method="GET"'
    expect(await read(`kitewise_http_request_duration_seconds_count{${route}`)).toEqual({
      [`kitewise_http_request_duration_seconds_count{${route}}`]: 7,
    })
    expect(await read('kitewise_job_duration_seconds_count{')).toMatchObject({
      'kitewise_job_duration_seconds_count{name="purge-accounts",outcome="ok"}': 2,
      'kitewise_job_duration_seconds_count{name="deliver-mail",outcome="ok"}': 2,
    })
    expect(await read('kitewise_call_duration_seconds_count{')).toEqual({
      'kitewise_call_duration_seconds_count{name="mail",outcome="ok"}': 2,
    })
  })

  it('show how many jobs are due, and for how long', async () => {
    const runAt = new Date(Date.now() - 3_600_000)
    for (const key of ['a', 'b']) await addJob(server.context.db, 'purge-expired', {}, { key, runAt })
    const task = '{task="purge-expired"}'
    expect(await read(`kitewise_jobs_due${task}`)).toEqual({ [`kitewise_jobs_due${task}`]: 2 })
    const oldest = (await read(`kitewise_jobs_oldest_seconds${task}`))[`kitewise_jobs_oldest_seconds${task}`] ?? 0
    expect(oldest).toBeGreaterThanOrEqual(3_600)
    expect(oldest).toBeLessThan(3_600 + 300)
    await runJobs(server.context)
  })

  it('count tokens and limits of the model, and errors that nothing was prepared for', async () => {
    for (const input of [100, 20]) note('modelTokens', { input, output: 5 })
    for (let i = 0; i < 3; i += 1) note('modelCap', { cap: 'daily calls' })
    const owner = await actAsStaff(server, 'owner')
    const letThrough = await failWrites(server.context.db, 'insert', 'desk_audit')
    for (let i = 0; i < 2; i += 1) expect((await owner.call('listAudit')).status).toBe(500)
    await letThrough()
    expect(await read('kitewise_model_tokens_total')).toEqual({
      'kitewise_model_tokens_total{direction="input"}': 120,
      'kitewise_model_tokens_total{direction="output"}': 10,
    })
    expect(await read('kitewise_model_caps_total')).toEqual({ 'kitewise_model_caps_total{cap="daily calls"}': 3 })
    expect(await read('kitewise_unexpected_errors_total')).toEqual({ kitewise_unexpected_errors_total: 2 })
  })

  it('are these, each of which a test above counts after a known load', async () => {
    const names = (await scrape()).matchAll(/^# TYPE (kitewise_\w+) /gm)
    expect(Array.from(names, ([, name = '']) => name.slice('kitewise_'.length)).toSorted()).toEqual([
      'backup_last_timestamp_seconds',
      'call_duration_seconds',
      'database_connections',
      'evaluation_duration_seconds',
      'http_request_duration_seconds',
      'http_requests_total',
      'job_duration_seconds',
      'job_failures_total',
      'jobs_due',
      'jobs_given_up',
      'jobs_oldest_seconds',
      'jobs_retrying',
      'mails_total',
      'model_caps_total',
      'model_tokens_total',
      'outbox_writes_total',
      'sign_in_rejections_total',
      'statement_duration_seconds',
      'unexpected_errors_total',
      'webhooks_total',
      'writes_merged_total',
    ])
  })

  it('show when the newest complete backup was written', async () => {
    expect(await read('kitewise_backup_last')).toEqual({ kitewise_backup_last_timestamp_seconds: 0 })
    const days = ['2026-11-20', '2026-11-22', '2026-11-21']
    for (const day of days) writeFileSync(join(backups, `kitewise-${day}T02-30-00.000Z.backup`), '')
    writeFileSync(join(backups, 'kitewise-2026-11-23T02-30-00.000Z.backup.7.partial'), '')
    const newest = Date.parse('2026-11-22T02:30:00Z') / 1000
    expect(await read('kitewise_backup_last')).toEqual({ kitewise_backup_last_timestamp_seconds: newest })
  })

  it('name nobody', async () => {
    await server.call('login', { body: { email: ann.email, pin: ann.pin } })
    const text = await scrape()
    for (const personal of [ann.id, ann.email, ann.token, '127.0.0.1']) expect(text).not.toContain(personal)
  })

  it('are served under one address only', async () => {
    for (const path of ['/', '/metrics/x']) {
      const response = await fetch(metrics.url.replace('/metrics', path))
      expect(response.status).toBe(404)
    }
    expect((await fetch(metrics.url, { method: 'POST' })).status).toBe(404)
    expect((await server.call('GET /metrics')).status).toBe(404)
  })
})
