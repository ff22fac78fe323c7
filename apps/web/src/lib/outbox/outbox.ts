import { createStore as openDatabase, del, get, promisifyRequest, type UseStore, update } from 'idb-keyval'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { randomUuid } from '../random-uuid.ts'

/** `waiting`: something is unsent and a retry is scheduled. */
export type OutboxState = { pending: number; activity: 'idle' | 'sending' | 'waiting' }

export type Outbox = {
  /** Stores the write, starts sending, and resolves once it is stored. */
  enqueue: (path: string, body: unknown) => Promise<void>
  /** Sends what is stored, oldest first. True when nothing is left. Never rejects for a lost connection. */
  flush: () => Promise<boolean>
  list: () => Promise<Write[]>
  state: StoreApi<OutboxState>
  /** Stops timers and listeners; stored writes stay. */
  close: () => void
}

type Options = {
  userId: string
  send: (write: Write) => Promise<SendOutcome>
  onRefused: (write: Write) => void
}

/** One tab sends at a time. Without the lock API the server's idempotency is enough. */
const withLock = (userId: string, work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request(`outbox:${userId}`, work) : work()

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

/** Writes are stored before they are sent, sent in order, and removed when answered (docs/decisions/0006). */
export function createOutbox({ userId, send, onRefused }: Options): Outbox {
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

  /** Serialized within this tab too, for browsers without the lock API. */
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
      await storeWrite(userId, { id: randomUuid(), path, body, queuedAtMs: Date.now() })
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

const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** The backoff after the n-th failure in a row (from 1): 1 s, 2 s, 4 s … at most a minute. */
export function retryPauseMs(failures: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, failures - 1))
}

/** One queue per user, so that a second learner on the device never sends the first one's answers. */
const keyOf = (userId: string): string => `outbox:${userId}`

/** Writes refused by a full disk or a browser without IndexedDB: kept as long as the page lives, and sent last. */
const inMemory = new Map<string, Write[]>()

export async function listWrites(userId: string): Promise<Write[]> {
  const stored = await readDisk(userId)
  return [...stored, ...(inMemory.get(userId) ?? [])]
}

/** Resolves when the write is on disk, if there is one. */
export async function storeWrite(userId: string, write: Write): Promise<void> {
  try {
    await update<Write[]>(keyOf(userId), (writes) => [...unanswered(writes), write], database)
  } catch {
    inMemory.set(userId, [...(inMemory.get(userId) ?? []), write])
  }
}

export async function removeWrite(userId: string, id: string): Promise<void> {
  const held = inMemory.get(userId) ?? []
  if (held.some((write) => write.id === id)) {
    const rest = held.filter((write) => write.id !== id)
    inMemory.set(userId, rest)
    return
  }
  answered.add(id)
  const isRemoved = await removeAnswered(userId).catch(() => false)
  if (isRemoved) answered.delete(id)
}

/** Removed writes that are still on disk: a full one refuses the shorter list. */
const answered = new Set<string>()

const unanswered = (writes: Write[] = []): Write[] => writes.filter(({ id }) => !answered.has(id))

const openedDatabase = openDatabase('keyval-store', 'keyval')

/** Rejects where `indexedDB` itself throws. */
const database: UseStore = async (mode, work) => openedDatabase(mode, work)

/** In one transaction, because another tab may add a write. Deletes an empty list, which needs no room. */
const removeAnswered = (userId: string): Promise<true> =>
  database('readwrite', (lists) => {
    const key = keyOf(userId)
    lists.get(key).onsuccess = ({ target }) => {
      const rest = unanswered((target as IDBRequest<Write[] | undefined>).result)
      if (rest.length === 0) lists.delete(key)
      else lists.put(rest, key)
    }
    return promisifyRequest(lists.transaction).then(() => true)
  })

/** Deletes what is unsent: the learner has logged out and nothing of theirs stays. */
export async function dropWrites(userId: string): Promise<void> {
  inMemory.delete(userId)
  await del(keyOf(userId), database).catch(() => undefined)
}

const readDisk = async (userId: string): Promise<Write[]> => {
  try {
    return unanswered(await get<Write[]>(keyOf(userId), database))
  } catch {
    return []
  }
}

export type Write = {
  /** Sent as Idempotency-Key, the same at every attempt. */
  id: string
  path: string
  body: unknown
  /** Milliseconds since the epoch, by this device's clock. */
  queuedAtMs: number
}

/** `refused`: final, a retry is useless. `signed-out`: waits until the same user signs in again. */
export type SendOutcome = 'done' | 'refused' | 'retry' | 'signed-out'
