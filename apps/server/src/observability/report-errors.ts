import type { Logger } from 'pino'
import type { OtlpConfig } from '../config.ts'
import { observe, type Signals } from '../telemetry/signals.ts'

const pauseMs = 1_000
/** After a failure. */
const longPauseMs = 30_000
const timeoutMs = 10_000
/** More at once repeat each other. The log has them all. */
const mostWaiting = 200
const longestText = 4_000

/**
 * Sends bugs as log records to an OpenTelemetry receiver. Never throws: while the receiver is away, errors wait, and the oldest are
 * dropped.
 * @returns stops after trying to send what waits
 */
export function reportErrors({ endpoint, headers, serviceName }: OtlpConfig, log: Logger): () => Promise<void> {
  let waiting: object[] = []
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()

  const send = async (): Promise<void> => {
    timer = null
    const records = waiting
    waiting = []
    if (records.length === 0) return
    try {
      const response = await fetch(`${endpoint}/v1/logs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(envelopeOf(serviceName, records)),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.status === 429 || response.status >= 500) throw new Error(`the receiver answered ${response.status}`)
      if (!response.ok) log.warn({ status: response.status }, 'the receiver refuses error reports')
    } catch (error) {
      // A warning, because an error would be reported, too.
      log.warn({ err: error, waiting: records.length }, 'could not send error reports')
      waiting = [...records, ...waiting].slice(-mostWaiting)
      schedule(longPauseMs)
    }
  }
  const schedule = (ms: number): void => {
    timer ??= setTimeout(() => {
      sending = send()
    }, ms).unref()
  }
  const stop = observe({
    error: (signal) => {
      waiting = [...waiting, recordOf(signal)].slice(-mostWaiting)
      schedule(pauseMs)
    },
  })
  return async () => {
    stop()
    await sending
    await send()
    if (timer) clearTimeout(timer)
  }
}

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })

/** Severity 17 is ERROR. */
const recordOf = ({ error, message, trace }: Signals['error']): object => {
  const now = `${BigInt(Date.now()) * 1_000_000n}`
  return {
    timeUnixNano: now,
    observedTimeUnixNano: now,
    severityNumber: 17,
    severityText: 'ERROR',
    body: { stringValue: message },
    attributes: [
      attribute('exception.type', error.name),
      attribute('exception.message', messageOf(error)),
      attribute('exception.stacktrace', stackOf(error)),
    ],
    ...trace,
  }
}

/** Those of the database quote values. */
const messageOf = (error: Error): string => {
  const { severity, routine, code } = error as Error & Record<'severity' | 'routine' | 'code', unknown>
  return severity === undefined ? scrub(error.message) : `database error ${String(code)} in ${String(routine)}`
}

/** Where in the code, without the message that comes first. */
const stackOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
    .slice(0, longestText)

/** What may lead to a person or open something: addresses, IDs, network addresses, queries of links, long tokens. */
const scrub = (text: string): string =>
  text
    .slice(0, longestText)
    .replaceAll(/[^\s"'<>@]+@[^\s"'<>@]+/g, '[address]')
    .replaceAll(/\?[^\s"']*/g, '?[query]')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '[id]')
    .replaceAll(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '[network]')
    .replaceAll(/[\w-]{24,}(\.[\w-]+)*/g, '[token]')

const envelopeOf = (serviceName: string, logRecords: readonly object[]): object => ({
  resourceLogs: [
    {
      resource: { attributes: [attribute('service.name', serviceName)] },
      scopeLogs: [{ scope: { name: 'kitewise' }, logRecords }],
    },
  ],
})
