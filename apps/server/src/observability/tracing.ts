import { context, diag, DiagLogLevel, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Logger } from 'pino'
import type { OtlpConfig } from '../config.ts'
import { type Activity, type Tracer, traceWith } from '../telemetry/signals.ts'

/**
 * Sends spans of requests, statements, jobs and calls. The library reads the sampler and the batch's size from the usual
 * variables (`OTEL_TRACES_SAMPLER`, `OTEL_BSP_*`). Spans have names from closed lists and no values.
 * @returns stops after sending what waits
 */
export function startTracing({ endpoint, headers, serviceName }: OtlpConfig, log: Logger): () => Promise<void> {
  const say = (text: string) => log.warn({ text }, 'traces')
  diag.setLogger({ error: say, warn: say, info: () => {}, debug: () => {}, verbose: () => {} }, DiagLogLevel.WARN)
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  const provider = new NodeTracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(
      resourceFromAttributes({ 'service.name': serviceName }),
    ),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  // Nothing is read from requests: a stranger's header would decide what is recorded.
  provider.register({ propagator: null })
  traceWith(createTracer())
  return async () => {
    traceWith(null)
    await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'could not send the last traces'))
    trace.disable()
    context.disable()
    diag.disable()
  }
}

const kinds = { statement: SpanKind.CLIENT, job: SpanKind.CONSUMER, call: SpanKind.CLIENT }

const attributesOf = (kind: Activity['kind'], name: string): Record<string, string> => {
  if (kind === 'statement') return { 'db.system.name': 'postgresql', 'db.operation.name': name }
  return kind === 'job' ? { 'kitewise.job': name } : { 'kitewise.call': name }
}

function createTracer(): Tracer {
  const tracer = trace.getTracer('kitewise')
  return {
    startRequest: () => {
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, root: true })
      const inside = trace.setSpan(context.active(), span)
      return {
        ...span.spanContext(),
        run: (work) => context.with(inside, work),
        end: (answer) => endRequest(span, answer),
      }
    },
    inSpan: (kind, name, work) => {
      const parent = trace.getActiveSpan()
      // A part of what isn't sampled, and what the job queue asks the database all the time.
      const isDropped = parent ? !parent.isRecording() : kind === 'statement'
      if (isDropped) return work()
      const options = { kind: kinds[kind], attributes: attributesOf(kind, name) }
      return tracer.startActiveSpan(`${kind} ${name}`, options, async (span) => {
        try {
          return await work()
        } catch (error) {
          // No message: it may quote values.
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    current: () => {
      const found = trace.getActiveSpan()?.spanContext()
      return found ? { traceId: found.traceId, spanId: found.spanId } : null
    },
  }
}

const endRequest = (
  span: Span,
  { method, route, status }: { method: string; route: string | null; status: number },
): void => {
  span.updateName(route === null ? method : `${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.response.status_code': status,
    ...(route === null ? {} : { 'http.route': route }),
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
