import type { Logger } from 'pino'
import type { OtlpConfig } from '../config.ts'

const pauseMs = 1_000
/** After a failure. */
const longPauseMs = 30_000
const timeoutMs = 10_000

type Kind = {
  /** As log lines name it. */
  what: 'error reports' | 'traces'
  path: '/v1/logs' | '/v1/traces'
  /** Above it, the oldest are dropped. */
  mostWaiting: number
  /** The body for these records, which belong to one resource. */
  envelopeOf: (resource: object, records: readonly object[]) => object
}

/**
 * Sends records to an OpenTelemetry receiver, a second after the first of them. Never throws: while the receiver is away, they wait.
 * @returns `stop` ends after trying to send what waits
 */
export function createSender(config: OtlpConfig, { what, path, mostWaiting, envelopeOf }: Kind, log: Logger) {
  const resource = { attributes: Object.entries(config.resource).map(([key, value]) => attribute(key, value)) }
  let waiting: object[] = []
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()

  const send = async (): Promise<void> => {
    timer = null
    const records = waiting
    waiting = []
    if (records.length === 0) return
    try {
      const response = await fetch(config.endpoint + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...config.headers },
        body: JSON.stringify(envelopeOf(resource, records)),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.status === 429 || response.status >= 500) throw new Error(`the receiver answered ${response.status}`)
      if (!response.ok) log.warn({ status: response.status }, `the receiver refuses ${what}`)
    } catch (error) {
      // A warning, because an error would be reported, too.
      log.warn({ err: error, waiting: records.length }, `could not send ${what}`)
      waiting = [...records, ...waiting].slice(-mostWaiting)
      schedule(longPauseMs)
    }
  }
  const schedule = (ms: number): void => {
    timer ??= setTimeout(() => {
      sending = send()
    }, ms).unref()
  }
  return {
    add: (record: object): void => {
      waiting.push(record)
      if (waiting.length > mostWaiting) waiting.shift()
      schedule(pauseMs)
    },
    stop: async (): Promise<void> => {
      await sending
      await send()
      if (timer) clearTimeout(timer)
    },
  }
}

/** As OTLP's JSON encoding has it. */
export function attribute(key: string, value: string | number): object {
  return { key, value: typeof value === 'number' ? { intValue: value } : { stringValue: value } }
}

/** Nanoseconds as text, from milliseconds since 1970. */
export function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`
}
