import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { JobHelpers } from 'graphile-worker'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { OtlpConfig } from '../config.ts'
import { createLog } from '../create-log.ts'
import { makeTasks } from '../jobs/start-jobs.ts'
import { traceContext } from '../platform/trace-context.ts'
import { currentTracer } from '../telemetry/signals.ts'
import { actAsLearner } from '../test-support/act-as-learner.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { reportErrors } from './report-errors.ts'
import { startTracing } from './tracing.ts'

/** OTLP's JSON encoding: IDs in hexadecimal, times as decimal text, enumerations as numbers. */
const nano = z.string().regex(/^1\d{18}$/)
const traceId = z.string().regex(/^[0-9a-f]{32}$/)
const spanId = z.string().regex(/^[0-9a-f]{16}$/)
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.union([z.number().int(), z.string()]) }),
])
const attributes = z.array(z.strictObject({ key: z.string().min(1), value }))
const resource = z.object({ attributes })
const span = z.object({
  traceId,
  spanId,
  parentSpanId: spanId.optional(),
  name: z.string(),
  kind: z.number().int().min(1).max(5),
  startTimeUnixNano: nano,
  endTimeUnixNano: nano,
  attributes,
  status: z.object({ code: z.number().int().min(0).max(2) }),
})
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource,
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
})
const record = z.strictObject({
  timeUnixNano: nano,
  observedTimeUnixNano: nano,
  severityNumber: z.literal(17),
  severityText: z.literal('ERROR'),
  body: z.strictObject({ stringValue: z.string() }),
  attributes,
  traceId: traceId.optional(),
  spanId: spanId.optional(),
})
const logs = z.strictObject({
  resourceLogs: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeLogs: z.array(z.strictObject({ scope: z.strictObject({ name: z.string() }), logRecords: z.array(record) })),
    }),
  ),
})

type Span = z.infer<typeof span>

const received = { spans: [] as Span[], records: [] as z.infer<typeof record>[], resources: [] as string[] }
let headers: IncomingHttpHeaders = {}
let status = 200
let texts = ''

const receiver = createServer((request, response) => {
  const answer = async () => {
    headers = request.headers
    const body = await text(request)
    if (status === 200) take(request.url, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }
  void answer()
})

const take = (path: string | undefined, body: string): void => {
  texts += body
  if (path === '/v1/traces')
    for (const { resource: of, scopeSpans } of traces.parse(JSON.parse(body)).resourceSpans) {
      received.resources.push(JSON.stringify(of.attributes))
      for (const { spans } of scopeSpans) received.spans.push(...spans)
    }
  if (path === '/v1/logs')
    for (const { scopeLogs } of logs.parse(JSON.parse(body)).resourceLogs)
      for (const { logRecords } of scopeLogs) received.records.push(...logRecords)
}

let server: TestServer
let lines: string[] = []
let stops: (() => Promise<void>)[] = []
let config: OtlpConfig

beforeEach(async () => {
  Object.assign(received, { spans: [], records: [], resources: [] })
  lines = []
  texts = ''
  status = 200
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  config = {
    endpoint,
    headers: { 'x-key': 'of the receiver' },
    resource: { 'service.name': 'kitewise-test' },
    tracedShare: 1,
  }
  const log = createLog('info', 'secret', { write: (line: string) => void lines.push(line) })
  server = await startTestServer({ log })
})
afterEach(async () => {
  await stop()
  await server.close()
  receiver.closeAllConnections()
  receiver.close()
  await once(receiver, 'close')
})

const start = () => {
  stops = [startTracing(config, server.context.log), reportErrors(config, server.context.log)]
}
/** Sends what waits. */
const stop = async () => {
  await Promise.all(stops.splice(0).map((end) => end()))
}
const find = (name: string): Span => {
  const found = received.spans.find((one) => one.name === name)
  if (!found) throw new Error(`no span ${name} in ${received.spans.map((one) => one.name).join(', ')}`)
  return found
}
/** Each trace as the names of its root and of what is below, in a stable order. */
const shapesOf = (spans: readonly Span[]): string[] =>
  spans
    .filter(({ parentSpanId }) => parentSpanId === undefined)
    .map((root) => {
      const parts = spans.filter((one) => one.traceId === root.traceId && one !== root)
      const names = parts.map(({ name, parentSpanId }) => (parentSpanId === root.spanId ? name : `below: ${name}`))
      return [root.name, ...names.sort()].join(', ')
    })
    .sort()
const valuesOf = ({ attributes: list }: { attributes: z.infer<typeof attributes> }) =>
  Object.fromEntries(list.map(({ key, value: of }) => [key, Object.values(of)[0]]))

const broken = async () => Promise.reject(new RangeError('card of ann@kitewise.example'))

describe('traces', () => {
  it('show a request with its statements, without what it carried', async () => {
    const ann = await actAsLearner(server)
    start()
    const reported = await ann.report('ai-zero.l01', 0, true)
    expect(reported.status).toBe(200)
    await stop()
    const request = find('POST /api/user-course-progress/fragment/:userId/:lessonId/:fragmentIndex')
    expect(request).toMatchObject({ kind: 2, status: { code: 0 } })
    expect(request.parentSpanId).toBeUndefined()
    expect(valuesOf(request)).toMatchObject({ 'http.request.method': 'POST', 'http.response.status_code': 200 })
    const statements = received.spans.filter(({ name }) => name.startsWith('statement '))
    expect(statements.length).toBeGreaterThan(3)
    // All of them: the body that was read in between hasn't cut the trace.
    expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request.spanId]))
    expect(new Set(received.spans.map((one) => one.traceId))).toEqual(new Set([request.traceId]))
    expect(valuesOf(statements[0] as Span)).toEqual({ 'db.system.name': 'postgresql', 'db.operation.name': 'select' })
    expect(received.resources[0]).toContain('kitewise-test')
    expect(headers['x-key']).toBe('of the receiver')
    for (const personal of [ann.id, ann.email, ann.token, 'ai-zero.l01', 'user_id'])
      expect(texts).not.toContain(personal)
    expect(lines.find((line) => line.includes('/fragment/'))).toContain(`"traceId":"${request.traceId}"`)
  })

  it('keep requests and jobs apart that run at the same time', async () => {
    const learners = [await actAsLearner(server), await actAsLearner(server), await actAsLearner(server)]
    const deliver = makeTasks(server.context)['deliver-mail']
    // All that the task reads of it.
    const helpers = { job: { attempts: 1, max_attempts: 3 } } as JobHelpers
    const work = [
      ...learners.map((learner) => () => learner.report('ai-zero.l01', 0, true)),
      ...learners.map((learner) => () => server.call('streak', { token: learner.token })),
      ...learners.map(() => () => server.call('login', { body: { email: 'nobody@kitewise.example', pin: '1357' } })),
      async () => deliver?.({ mailId: randomUUID() }, helpers),
    ]
    // The first call of each kind does more than those after it.
    for (const one of work) await one()
    start()
    for (const one of work) await one()
    await stop()
    const alone = shapesOf(received.spans)
    expect(alone).toHaveLength(work.length)
    expect(alone.filter((shape) => shape.includes('statement')).length).toBeGreaterThan(8)

    received.spans = []
    start()
    await Promise.all([...work.map((one) => one()), ...[1, 2, 3].map(() => server.context.db`select pg_sleep(0.01)`)])
    await stop()
    expect(shapesOf(received.spans)).toEqual(alone)
  })

  it('leave no mark on requests that are not recorded', async () => {
    const ann = await actAsLearner(server)
    config = { ...config, tracedShare: 0.5 }
    start()
    await Promise.all(Array.from({ length: 40 }, () => server.call('streak', { token: ann.token })))
    await stop()
    const shapes = shapesOf(received.spans)
    expect(shapes.length).toBeGreaterThan(0)
    expect(shapes.length).toBeLessThan(40)
    expect(new Set(shapes).size).toBe(1)
    const logged = lines.filter((line) => line.includes('/streak') && line.includes('traceId'))
    expect(logged).toHaveLength(shapes.length)
  })

  it('show calls to other services, and mark what failed without what it said', async () => {
    start()
    const { payments } = server.context
    const span = currentTracer()?.beginJob('purge-expired')
    if (!span) throw new Error('no span')
    const traced = traceContext({ ...server.context, payments: { ...payments, cancelNow: broken } }, span)
    await expect(traced.payments.cancelNow('sub_1')).rejects.toThrow('card of')
    await traced.payments.listPrices()
    expect(traced.payments.verifyEvent(Buffer.from('{}'), null)).toBeNull()
    await traced.db`select 1 / 0`.catch(() => {})
    traced.log.error({ err: new Error('in the job') }, 'failed')
    span.end()
    await server.call('listPlans')
    await stop()
    const request = find('GET /api/plans')
    expect(received.spans.filter((one) => one.parentSpanId === request.spanId).map(({ name }) => name)).toEqual([
      'call payments',
    ])
    const job = received.spans.filter((one) => one.traceId === span.traceId)
    expect(job.map(({ name, status: of }) => [name, of.code])).toEqual([
      ['call payments', 2],
      ['call payments', 0],
      ['statement select', 2],
      ['job purge-expired', 0],
    ])
    expect(received.records.map((one) => one.spanId)).toEqual([span.spanId])
    expect(texts).not.toContain('division')
    expect(texts).not.toContain('card of')
  })

  it('follow the configured share, and no header of a stranger', async () => {
    config = { ...config, tracedShare: 0 }
    start()
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    for (let i = 0; i < 5; i += 1) await server.call('locales', { headers: { traceparent } })
    await stop()
    expect(received.spans).toEqual([])
    expect(lines.join('')).toContain('/api/i18n/locales')
    expect(lines.join('')).not.toContain('traceId')
  })
})

describe('error reports', () => {
  it('have the type, the place and the trace of a bug, but no value', async () => {
    const { token } = await actAsLearner(server)
    start()
    const { db, log } = server.context
    await db`drop table feedback cascade`
    const reply = await server.call('sendFeedback', {
      token,
      body: { message: 'My address is 1 Main Street.', rating: 5 },
    })
    expect(reply.status).toBe(500)
    log.error(
      {
        err: new RangeError(
          'no plan of ann@kitewise.example (0a1b2c3d-0a1b-4c2d-8e3f-0a1b2c3d4e5f) at https://x.example/?a=b from 10.0.0.7',
        ),
      },
      'a job failed',
    )
    log.warn({ err: new Error('expected') }, 'not a bug')
    await stop()
    expect(received.records).toHaveLength(2)
    const [ofRequest, ofJob] = received.records
    if (!ofRequest || !ofJob) throw new Error('no records')
    expect(ofRequest.body.stringValue).toBe('request failed')
    expect(ofRequest.traceId).toBe(find('POST /api/product-user/send-feedback').traceId)
    expect(valuesOf(ofRequest)['exception.message']).toBe('database error 42P01 in parserOpenTable')
    expect(valuesOf(ofRequest)['exception.stacktrace']).toContain('feedback.sql.ts')
    expect(valuesOf(ofJob)).toMatchObject({
      'exception.type': 'RangeError',
      'exception.message': 'no plan of [address] ([id]) at https://x.example/?[query] from [network]',
    })
    expect(ofJob.traceId).toBeUndefined()
    expect(texts).not.toContain('Main Street')
  })

  it('wait while the receiver is away', async () => {
    const end = reportErrors(config, server.context.log)
    status = 503
    server.context.log.error({ err: new Error('first') }, 'failed')
    await expect.poll(() => lines.some((line) => line.includes('could not send')), { timeout: 10_000 }).toBe(true)
    status = 200
    server.context.log.error({ err: new Error('second') }, 'failed')
    await end()
    expect(received.records.map((one) => valuesOf(one)['exception.message'])).toEqual(['first', 'second'])
  })
})
