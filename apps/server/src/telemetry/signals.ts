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

/** A request's span. `run` makes it the parent of everything that `work` starts. */
export type RequestSpan = TraceIds & {
  run: (work: () => void) => void
  end: (answer: { method: string; route: string | null; status: number }) => void
}

export type Tracer = {
  startRequest: () => RequestSpan
  /** Rejects as `work` does. */
  inSpan: <T>(kind: Activity['kind'], name: string, work: () => Promise<T>) => Promise<T>
  /** Of the current span; null outside of all. */
  current: () => TraceIds | null
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

/** Runs `work` as an activity: a span, and a duration. Rejects as `work` does. */
export function during<T>(kind: Activity['kind'], name: string, work: () => Promise<T>): Promise<T> {
  const timed = observers.size === 0 ? work : () => timeActivity(kind, name, work)
  return tracer ? tracer.inSpan(kind, name, timed) : timed()
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
