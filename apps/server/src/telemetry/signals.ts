/**
 * What the server does, for whoever measures it: metrics listen here. Nothing personal goes
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
}

/** Something that takes time: a statement by its first word, a job by its task, a call by the service. */
export type Activity = {
  kind: 'statement' | 'job' | 'call'
  name: string
}

export type Observer = { [N in keyof Signals]?: (signal: Signals[N]) => void }

const observers = new Set<Observer>()

/** Starts listening, until the returned function is called. */
export function observe(observer: Observer): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}

/** Costs nothing while nobody listens. */
export function note<N extends keyof Signals>(name: N, signal: Signals[N]): void {
  for (const observer of observers) observer[name]?.(signal)
}

/** Runs `work` as an activity, and notes how long it took. Rejects as `work` does. */
export async function during<T>(kind: Activity['kind'], name: string, work: () => Promise<T>): Promise<T> {
  if (observers.size === 0) return work()
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
