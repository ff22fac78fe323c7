import type { Logger } from 'pino'
import type { OtlpConfig } from '../config.ts'
import { observe, type Signals } from '../telemetry/signals.ts'
import { attribute, createSender, nanoseconds } from './send-otlp.ts'

/** More at once repeat each other. The log has them all. */
const mostWaiting = 200
const longestText = 4_000

/**
 * Sends bugs as log records to an OpenTelemetry receiver.
 * @returns stops after trying to send what waits
 */
export function reportErrors(config: OtlpConfig, log: Logger): () => Promise<void> {
  const sender = createSender(config, { what: 'error reports', path: '/v1/logs', mostWaiting, envelopeOf }, log)
  const stop = observe({ error: (signal) => sender.add(recordOf(signal)) })
  return async () => {
    stop()
    await sender.stop()
  }
}

/** Severity 17 is ERROR. */
const recordOf = ({ error, message, trace }: Signals['error']): object => {
  const now = nanoseconds(Date.now())
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

const envelopeOf = (resource: object, logRecords: readonly object[]): object => ({
  resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'kitewise' }, logRecords }] }],
})
