/**
 * What the server does, for whoever measures it: metrics, traces and error reports listen here. Nothing personal goes
 * through: names come from closed lists, never from a request.
 */
export type Signals = {
  /** `route`: the template of the route; null when no route matched. */
  request: { method: string; route: string | null; status: number; seconds: number }
  activity: Activity & { seconds: number; isFailed: boolean }
  /** `isGivenUp`: that was the last attempt. */
  jobFailed: { task: string; isGivenUp: boolean }
  mail: { outcome: 'sent' | 'refused' | 'failed' }
  /** An event of the payment provider. `type` is null when its signature was wrong. */
  webhook: { type: string | null; outcome: 'received' | 'repeated' | 'rejected' | 'failed' }
  modelTokens: { input: number; output: number }
  /** A limit kept the model from being called. */
  modelCap: { cap: 'daily calls' | 'daily answers' | 'learner' | 'moment' }
  /** `isFallback`: the model failed, and the checklist judged. */
  evaluation: { isFallback: boolean; seconds: number; isFailed: boolean }
  /** A write that waited in a browser's outbox. */
  outboxWrite: { route: string; outcome: 'accepted' | 'refused' }
  /** A write whose effect was stored already, by a retry, another tab or another device. */
  writeMerged: { write: 'fragment' | 'practice' }
  signInRejected: { reason: string }
  /** A bug: nothing was prepared for it. `message` is the log's; `trace` the span in which it happened. */
  error: { error: Error; message: string; trace: TraceIds | null }
}

/** In hexadecimal digits: 32 and 16. */
export type TraceIds = { traceId: string; spanId: string }

/** Something that takes time: a statement by its first word, a job by its task, a call by the service. */
export type Activity = {
  kind: 'statement' | 'job' | 'call'
  name: string
}

export type Observer = { [N in keyof Signals]?: (signal: Signals[N]) => void }

/**
 * A part of a trace that is recorded. Whoever works for it is given it: what follows promises by itself (`AsyncLocalStorage`) slows
 * down every promise of the process.
 */
export type Span = TraceIds & {
  /** A part of this one. */
  begin: (kind: Activity['kind'], name: string) => Span
  /** `failure`: what ended it early, if anything did. Only its type is recorded. */
  end: (failure?: { error: unknown }) => void
}

/** For a log line. A child of the request's log would slow it down. */
export function idsOf(span: Span | null): Partial<TraceIds> {
  return span ? { traceId: span.traceId, spanId: span.spanId } : {}
}

export type RequestSpan = Span & {
  endRequest: (answer: { method: string; route: string | null; status: number }) => void
}

/** Begins traces. Null: this one isn't recorded. */
export type Tracer = {
  beginRequest: () => RequestSpan | null
  beginJob: (name: string) => Span | null
}

const observers = new Set<Observer>()
let tracer: Tracer | null = null

/** Null stops tracing. */
export function traceWith(given: Tracer | null): void {
  tracer = given
}

/** Null unless traces are configured. */
export function currentTracer(): Tracer | null {
  return tracer
}

/** Starts listening, until the returned function is called. */
export function observe(observer: Observer): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}

/** Costs nothing while nobody listens. */
export function note<N extends keyof Signals>(name: N, signal: Signals[N]): void {
  for (const observer of observers) observer[name]?.(signal)
}

/** Runs `work` as an activity, which is timed, and a part of `span`. Rejects as `work` does. */
export function during<T>(
  kind: Activity['kind'],
  name: string,
  work: () => Promise<T>,
  span: Span | null = null,
): Promise<T> {
  const timed = observers.size === 0 ? work : () => timeActivity(kind, name, work)
  return span ? endWith(span.begin(kind, name), timed()) : timed()
}

/** The same object. What its functions promise becomes a part of `span`. */
export function traceCalls<P extends object>(port: P, name: string, span: Span): P {
  const traced = Object.entries(port).map(([key, part]: [string, unknown]) => {
    if (typeof part !== 'function') return [key, part]
    const call = (...given: unknown[]): unknown => {
      const result: unknown = Reflect.apply(part, port, given)
      return result instanceof Promise ? endWith(span.begin('call', name), result) : result
    }
    return [key, call]
  })
  // It has the keys of the port, and functions that return the same.
  return Object.fromEntries(traced) as P
}

/** Ends the span with the work. */
export async function endWith<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    const result = await work
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}

async function timeActivity<T>(kind: Activity['kind'], name: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now()
  let isFailed = true
  try {
    const result = await work()
    isFailed = false
    return result
  } finally {
    note('activity', { kind, name, seconds: (performance.now() - begin) / 1000, isFailed })
  }
}
