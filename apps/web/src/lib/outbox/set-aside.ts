import type { Write } from './outbox.ts'

const mostTries = 20
const longestMs = 86_400_000

/** How a write has failed so far. Survives a reload, so that a reload doesn't begin the count again. */
export type Failing = {
  /** Answers that say nothing about when to come back. */
  tries: number
  /** Answers of a server that is only busy. */
  busy?: number
  /** Milliseconds since the epoch of the first failure, by this device's clock. */
  sinceMs: number
  /** No longer sent by itself. */
  isSetAside?: true | undefined
}

export function isSetAside({ failing }: Write): boolean {
  return failing?.isSetAside === true
}

/**
 * A write after another failure. After a day or 20 tries it's set aside, and holds up nothing any more. A server that is only busy
 * gets both: it may have been asked once yesterday and once today.
 */
export function afterFailure({ failing }: Write, kind: 'failing' | 'later', nowMs: number): Failing {
  const { tries = 0, busy = 0, sinceMs = nowMs } = failing ?? {}
  const isFailing = kind === 'failing'
  const next = { tries: tries + Number(isFailing), busy: busy + Number(!isFailing), sinceMs: Math.min(sinceMs, nowMs) }
  const isOld = nowMs - next.sinceMs >= longestMs
  const isOver = isFailing ? next.tries >= mostTries || isOld : next.tries + next.busy >= mostTries && isOld
  return isOver ? { ...next, isSetAside: true } : next
}

/** A write that the server refuses for now: only the learner can send it again. */
export function refusedForNow({ failing }: Write, nowMs: number): Failing {
  return { tries: failing?.tries ?? 0, sinceMs: failing?.sinceMs ?? nowMs, isSetAside: true }
}

/** A write that was set aside gets one more try; any other stays as it is. */
export function withOneMoreTry(write: Write): Write {
  const { failing } = write
  return failing?.isSetAside
    ? { ...write, failing: { ...failing, tries: mostTries - 1, isSetAside: undefined } }
    : write
}
