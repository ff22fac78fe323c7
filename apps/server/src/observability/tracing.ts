import type { Logger } from 'pino'
import type { OtlpConfig } from '../config.ts'
import { type Activity, type RequestSpan, type Span, type TraceIds, traceWith } from '../telemetry/signals.ts'
import { attribute, createSender, nanoseconds } from './send-otlp.ts'

/** About 500 bytes each. */
const mostWaiting = 5_000

/**
 * Sends spans of requests, statements, jobs and calls to an OpenTelemetry receiver. Their names come from closed lists, and they
 * carry no values. Nothing is read from requests: a stranger's header would decide what is recorded.
 * @returns stops after sending what waits
 */
export function startTracing(config: OtlpConfig, log: Logger): () => Promise<void> {
  const { add, stop } = createSender(config, { what: 'traces', path: '/v1/traces', mostWaiting, envelopeOf }, log)
  const isTraced = (): boolean => Math.random() < config.tracedShare
  traceWith({
    beginRequest: () => (isTraced() ? new RecordedSpan(add, { kind: 'request', name: '' }) : null),
    beginJob: (name) => (isTraced() ? new RecordedSpan(add, { kind: 'job', name }) : null),
  })
  return async () => {
    traceWith(null)
    await stop()
  }
}

type Kind = Activity['kind'] | 'request'

/** The numbers of the protocol: server, client and consumer. */
const kinds: Record<Kind, number> = { request: 2, statement: 3, call: 3, job: 5 }
const failedStatus = 2

/** Becomes OTLP's JSON only when it's sent. */
class RecordedSpan implements RequestSpan {
  readonly traceId: string
  readonly spanId = randomHex(2)
  readonly #add: (span: RecordedSpan) => void
  readonly #parentSpanId: string | null
  readonly #kind: Kind
  readonly #beginMs = performance.now()
  #name: string
  #endMs = 0
  #isFailed = false
  #attributes: Record<string, string | number>

  constructor(add: (span: RecordedSpan) => void, { kind, name }: { kind: Kind; name: string }, parent?: TraceIds) {
    this.#add = add
    this.#kind = kind
    this.#name = `${kind} ${name}`
    this.#attributes = attributesOf(kind, name)
    this.traceId = parent?.traceId ?? randomHex(4)
    this.#parentSpanId = parent?.spanId ?? null
  }

  begin(kind: Activity['kind'], name: string): Span {
    return new RecordedSpan(this.#add, { kind, name }, this)
  }

  end(failure?: { error: unknown }): void {
    if (failure) {
      const { error } = failure
      this.#isFailed = true
      // No message: it may quote values.
      this.#attributes['error.type'] = error instanceof Error ? error.name : typeof error
    }
    this.#endMs = performance.now()
    this.#add(this)
  }

  endRequest({ method, route, status }: { method: string; route: string | null; status: number }): void {
    this.#name = route === null ? method : `${method} ${route}`
    this.#attributes = { 'http.request.method': method, 'http.response.status_code': status }
    if (route !== null) this.#attributes['http.route'] = route
    this.#isFailed = status >= 500
    this.end()
  }

  toJSON(): object {
    return {
      traceId: this.traceId,
      spanId: this.spanId,
      ...(this.#parentSpanId === null ? {} : { parentSpanId: this.#parentSpanId }),
      name: this.#name,
      kind: kinds[this.#kind],
      startTimeUnixNano: nanoseconds(performance.timeOrigin + this.#beginMs),
      endTimeUnixNano: nanoseconds(performance.timeOrigin + this.#endMs),
      attributes: Object.entries(this.#attributes).map(([key, value]) => attribute(key, value)),
      status: { code: this.#isFailed ? failedStatus : 0 },
    }
  }
}

const attributesOf = (kind: Kind, name: string): Record<string, string | number> => {
  if (kind === 'request') return {}
  if (kind === 'statement') return { 'db.system.name': 'postgresql', 'db.operation.name': name }
  return kind === 'job' ? { 'kitewise.job': name } : { 'kitewise.call': name }
}

/** IDs needn't be secret, only different. */
const randomHex = (words: number): string => {
  let text = ''
  for (let word = 0; word < words; word += 1)
    text += Math.trunc(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return text
}

const envelopeOf = (resource: object, spans: readonly object[]): object => ({
  resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'kitewise' }, spans }] }],
})
