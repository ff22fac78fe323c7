import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db, DatabaseAddress } from '../database/connect.ts'
import { listen, type Listener } from '../database/listen.ts'
import { askInstances, confirmSettled, type LiveSession } from './sessions.sql.ts'

/** The channel on which triggers name users whose sessions, subscriptions or language have changed. */
const channel = 'session_changes'
/** A connection that fails without a sign is noticed after this time, so no entry lives longer. */
const lifeMs = 5_000
/** About 1 kB each. */
const mostEntries = 10_000
/** An instance that doesn't confirm has most probably lost its connection, or is stopped; its entries end after `lifeMs`. */
const confirmMs = 1_000

type Entry = { session: LiveSession; readAt: number }

export type SessionCache = {
  /** The session of a token that was checked lately, or the one that `load` finds. */
  find: (token: string, load: () => Promise<LiveSession | null>) => Promise<LiveSession | null>
  /** Waits until every instance has forgotten what changed before this call. Call it before telling a client about a change. */
  settle: () => Promise<void>
  /** Whether changes arrive. Otherwise every request asks the database. */
  isOn: () => boolean
  close: () => Promise<void>
}

/** For tests of everything else: asks the database each time. */
export const noSessionCache: SessionCache = {
  find: (_token, load) => load(),
  settle: async () => {},
  isOn: () => false,
  close: async () => {},
}

/**
 * Keeps sessions for a few seconds after they were read. PostgreSQL notifies every instance of every change, whoever makes it. While
 * this instance can't hear that, nothing is kept.
 */
export function createSessionCache(db: Db, address: DatabaseAddress, log: Logger): SessionCache {
  const kept = keepSessions()
  const rounds = countConfirmations()
  const hear = (text: string): void => {
    const [kind = '', id = ''] = text.split(' ')
    if (kind === 'changed') kept.forgetUser(id)
    else if (kind === 'ask') void confirmSettled(db, id).catch(() => {})
    else rounds.confirm(id)
  }
  const listener: Listener = listen(address, { channel, hear, onGap: kept.forgetAll, log })
  return {
    isOn: listener.isHearing,
    find: async (token, load) => {
      const known = listener.isHearing() ? kept.find(token) : null
      if (known) return known
      const [wasHearing, before] = [listener.isHearing(), kept.changes()]
      const session = await load()
      // A change that arrived while the row was being read, or that nobody heard, may be missing in it.
      if (session && wasHearing && before === kept.changes() && listener.isHearing()) kept.keep(token, session)
      return session
    },
    settle: async () => {
      // Without the database nobody hears anything, so nothing is kept; the change itself is stored.
      if (listener.isHearing()) await rounds.start((id) => askInstances(db, id)).catch(() => {})
    },
    close: listener.close,
  }
}

/** Sessions by token; those of a user can be forgotten together. */
const keepSessions = () => {
  const entries = new Map<string, Entry>()
  const tokensOf = new Map<string, Set<string>>()
  let changes = 0
  const forget = (token: string): void => {
    const userId = entries.get(token)?.session.userId
    if (userId === undefined) return
    entries.delete(token)
    const tokens = tokensOf.get(userId)
    tokens?.delete(token)
    if (tokens?.size === 0) tokensOf.delete(userId)
  }
  return {
    /** Rises with every change that was heard of. */
    changes: () => changes,
    find: (token: string): LiveSession | null => {
      const entry = entries.get(token)
      if (!entry) return null
      const { session, readAt } = entry
      const age = performance.now() - readAt
      if (age < lifeMs && age < session.liveMs) return { ...session, freshMs: session.freshMs - age }
      forget(token)
      return null
    },
    keep: (token: string, session: LiveSession): void => {
      forget(token)
      const oldest = entries.size >= mostEntries ? entries.keys().next().value : undefined
      if (oldest !== undefined) forget(oldest)
      entries.set(token, { session, readAt: performance.now() })
      const tokens = tokensOf.get(session.userId) ?? new Set()
      tokensOf.set(session.userId, tokens.add(token))
    },
    forgetUser: (userId: string): void => {
      changes += 1
      for (const token of tokensOf.get(userId) ?? []) forget(token)
    },
    forgetAll: (): void => {
      changes += 1
      entries.clear()
      tokensOf.clear()
    },
  }
}

/** Questions to all instances, by ID: each ends when all have confirmed, or after a while. */
const countConfirmations = () => {
  const confirmed = new Map<string, () => void>()
  return {
    confirm: (id: string): void => confirmed.get(id)?.(),
    start: async (ask: (id: string) => Promise<number>): Promise<void> => {
      const id = randomUUID()
      const all = new AbortController()
      let [count, expected] = [0, Infinity]
      confirmed.set(id, () => {
        count += 1
        if (count >= expected) all.abort()
      })
      try {
        expected = await ask(id)
        if (count < expected) await wait(confirmMs, undefined, { signal: all.signal }).catch(() => {})
      } finally {
        confirmed.delete(id)
      }
    },
  }
}
