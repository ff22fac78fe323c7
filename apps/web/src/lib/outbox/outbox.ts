import { createStore, type StoreApi } from 'zustand/vanilla'
import { retryPauseMs } from './retry-pause.ts'
import { listWrites, removeWrite, storeWrite } from './stored-writes.ts'
import type { SendOutcome, Write } from './write.ts'

/** `waiting`: something is unsent and a later try is planned. */
export type OutboxState = { pending: number; activity: 'idle' | 'sending' | 'waiting' }

export type Outbox = {
  /** Stores the write, starts sending, and resolves once it is stored. */
  enqueue: (path: string, body: unknown) => Promise<void>
  /** Sends what is stored, oldest first. True when nothing is left. Never rejects for a lost connection. */
  flush: () => Promise<boolean>
  list: () => Promise<Write[]>
  state: StoreApi<OutboxState>
  /** Stops timers and listeners; what is stored stays. */
  close: () => void
}

type Options = {
  userId: string
  send: (write: Write) => Promise<SendOutcome>
  onRefused: (write: Write) => void
}

/** Only one tab sends at a time; the others queue for the lock. Without the lock API the server's idempotency is enough. */
const withLock = (userId: string, work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request(`outbox:${userId}`, work) : work()

/** `randomUUID` exists on secure pages only; a phone on the local network may open the app without https. */
const newId = (): string =>
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const onReturn = (work: () => void): (() => void) => {
  const workWhenSeen = (): void => {
    if (document.visibilityState === 'visible') work()
  }
  window.addEventListener('online', work)
  document.addEventListener('visibilitychange', workWhenSeen)
  return () => {
    window.removeEventListener('online', work)
    document.removeEventListener('visibilitychange', workWhenSeen)
  }
}

/** The learner's writes: stored before they are sent, sent in order, removed when the server has answered (docs/decisions/0006). */
export const createOutbox = ({ userId, send, onRefused }: Options): Outbox => {
  const state = createStore<OutboxState>(() => ({ pending: 0, activity: 'idle' }))
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let lastFlush: Promise<unknown> = Promise.resolve()

  const pauseAfter = (outcome: SendOutcome, pending: number): void => {
    failures += 1
    if (outcome === 'retry' && !closed) timer = setTimeout(() => void flush(), retryPauseMs(failures))
    state.setState({ pending, activity: 'waiting' })
  }

  const sendAll = async (): Promise<boolean> => {
    for (;;) {
      const writes = await listWrites(userId)
      const [write] = writes
      if (write === undefined || closed) {
        state.setState({ pending: writes.length, activity: 'idle' })
        return write === undefined
      }
      state.setState({ pending: writes.length, activity: 'sending' })
      const outcome = await send(write)
      if (outcome === 'retry' || outcome === 'signed-out') {
        pauseAfter(outcome, writes.length)
        return false
      }
      failures = 0
      await removeWrite(userId, write.id)
      if (outcome === 'refused') onRefused(write)
    }
  }

  /** One after the other within this tab too, for browsers without the lock API. */
  const flush = (): Promise<boolean> => {
    clearTimeout(timer)
    const flushed = lastFlush.then(() => withLock(userId, sendAll))
    lastFlush = flushed.catch(() => undefined)
    return flushed
  }

  const stopListening = onReturn(() => void flush())

  return {
    flush,
    state,
    list: () => listWrites(userId),
    enqueue: async (path, body) => {
      await storeWrite(userId, { id: newId(), path, body, queuedAtMs: Date.now() })
      state.setState(({ pending }) => ({ pending: pending + 1 }))
      void flush()
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      stopListening()
    },
  }
}
