import type { LatePath, Refusal } from '@kitewise/contract/late-writes'
import { del, get, promisifyRequest, update } from 'idb-keyval'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { DatabaseLate, openStore } from '../open-store.ts'
import { randomUuid } from '../random-uuid.ts'
import { type Delivery, sendPass } from './send-pass.ts'
import { type Failing, isSetAside, withOneMoreTry } from './set-aside.ts'

/**
 * `waiting`: something is unsent and a retry is scheduled. `renewal`: it waits until the learner has access again. `setAside`: how many
 * writes are no longer sent by themselves; absent for none. `isOld`: something has waited for more than a day.
 */
export type OutboxState = {
  pending: number
  activity: 'idle' | 'sending' | 'waiting' | 'renewal'
  setAside?: number
  isOld?: true
}

export type Outbox = {
  /** Stores the write, starts sending, and resolves once it is stored. */
  enqueue: (path: LatePath, body: unknown) => Promise<void>
  /** Sends what is stored, oldest first. True when nothing is left. Never rejects for a lost connection. */
  flush: () => Promise<boolean>
  /** Sends what was set aside once more, in its old order with the rest. */
  tryAgain: () => Promise<boolean>
  /** What is unsent, with what was set aside. */
  list: () => Promise<Write[]>
  state: StoreApi<OutboxState>
  /** Stops timers and listeners; stored writes stay. */
  close: () => void
}

type Options = {
  userId: string
  send: (write: Write) => Promise<SendOutcome>
  /** The write is worth nothing any more and is gone. */
  onRefused: (write: Write) => void
  /** The write stays here, but isn't sent by itself any more. */
  onSetAside?: (write: Write) => void
}

/** One tab sends at a time. Without the lock API the server's idempotency is enough. */
const withLock = (userId: string, work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request(`outbox:${userId}`, work) : work()

const onReturn = (work: () => void): (() => void) => {
  const workWhenSeen = (): void => {
    if (document.visibilityState === 'visible') work()
  }
  window.addEventListener('online', work)
  // A page that Back brings back as it was: its timers have stood still.
  window.addEventListener('pageshow', work)
  document.addEventListener('visibilitychange', workWhenSeen)
  return () => {
    window.removeEventListener('online', work)
    window.removeEventListener('pageshow', work)
    document.removeEventListener('visibilitychange', workWhenSeen)
  }
}

const dayMs = 86_400_000

/** Whether it has waited for more than a day. Browsers delete what a site stores, Safari a week after the last visit. */
export function isOld({ queuedAtMs }: Write): boolean {
  return Date.now() - queuedAtMs > dayMs
}

const stateOf = (writes: readonly Write[], activity: OutboxState['activity']): OutboxState => {
  const setAside = writes.filter(isSetAside).length
  return {
    pending: writes.length - setAside,
    activity,
    setAside: setAside || undefined,
    isOld: writes.some(isOld) || undefined,
  }
}

/**
 * Writes are stored before they are sent, sent in the order of their lane, and removed when answered (docs/decisions/0006). What
 * fails again and again is set aside, and holds up nothing else.
 */
export function createOutbox({ userId, send, onRefused, onSetAside = () => undefined }: Options): Outbox {
  const state = createStore<OutboxState>(() => ({ pending: 0, activity: 'idle' }))
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let lastFlush: Promise<unknown> = Promise.resolve()

  const show = (...now: Parameters<typeof stateOf>): void => state.setState(stateOf(...now))

  const delivery: Delivery = {
    list: () => listWrites(userId),
    remove: ({ id }) => removeWrite(userId, id),
    mark: ({ id }, failing) => changeWrites(userId, (write) => (write.id === id ? { ...write, failing } : write)),
    send,
    onRefused,
    onSetAside,
    // Otherwise what the learner reads about unsent work would flicker at each attempt.
    onSending: (writes) => show(writes, failures === 0 ? 'sending' : state.getState().activity),
    onSent: () => {
      failures = 0
    },
    isClosed: () => closed,
  }

  const sendAll = async (): Promise<boolean> => {
    const end = await sendPass(delivery)
    const writes = await listWrites(userId)
    const isOver = closed || writes.every(isSetAside)
    const hasTimer = isOver ? isDiskLate && !closed : end === null || end === 'unreachable'
    if (hasTimer || !isOver) failures += 1
    if (hasTimer) timer = setTimeout(() => void flush(), retryPauseMs(failures))
    show(writes, isOver ? 'idle' : end === 'renewal' ? 'renewal' : 'waiting')
    return isOver && writes.length === 0
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
    tryAgain: async () => {
      await changeWrites(userId, withOneMoreTry)
      return flush()
    },
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

/** What is unsent, with what was set aside. */
export async function listWrites(userId: string): Promise<Write[]> {
  const stored = await readDisk(userId)
  return [...stored, ...(inMemory.get(userId) ?? [])].map((write) => changed.get(write.id) ?? write)
}

/** Writes that changed and which the disk has refused since: it still has them as they were. */
const changed = new Map<string, Write>()

/** Changes stored writes, also those that only this page has. */
async function changeWrites(userId: string, change: (write: Write) => Write): Promise<void> {
  const writes = await listWrites(userId)
  const after = writes.map(change)
  if (after.every((write, index) => write === writes[index])) return
  for (const write of after) changed.set(write.id, write)
  inMemory.set(
    userId,
    (inMemory.get(userId) ?? []).map((write) => changed.get(write.id) ?? write),
  )
  await update<Write[]>(keyOf(userId), (writes) => unanswered(writes).map(change), database).then(
    () => changed.clear(),
    () => undefined,
  )
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

const database = openStore('keyval-store', 'keyval')

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

/** The disk hasn't answered yet: there may be more to send. */
let isDiskLate = false

const readDisk = async (userId: string): Promise<Write[]> => {
  try {
    const writes = unanswered(await get<Write[]>(keyOf(userId), database))
    isDiskLate = false
    return writes
  } catch (error) {
    isDiskLate = error instanceof DatabaseLate
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
  /** Absent until it has failed. */
  failing?: Failing
}

/** `unanswered`: no answer arrived. `signed-out`: waits until the same user signs in again. The others are those of `Refusal`. */
export type SendOutcome = 'done' | 'unanswered' | 'signed-out' | Exclude<Refusal, 'sign-in'>
