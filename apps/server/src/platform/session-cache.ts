import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db, DatabaseAddress } from '../database/connect.ts'
import { listen, type Listener } from '../database/listen.ts'
import { askInstances, confirmSettled } from './sessions.sql.ts'
import type { LiveSession } from './sessions.sql.ts'

/** The channel on which triggers name users whose sessions, subscriptions or language have changed. */
const channel = 'session_changes'
/** A connection that fails without a sign is noticed after this time, so no entry lives longer. */
const lifeMs = 5_000
/** About 1 kB each. */
const mostEntries = 10_000
/** An instance that doesn't confirm has lost its connection, or is stopped; its cache is then off. */
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
  const entries = new Map<string, Entry>()
  const tokensOf = new Map<string, Set<string>>()
  const waiting = new Map<string, () => void>()
  let changes = 0

  const forget = (token: string): void => {
    const userId = entries.get(token)?.session.userId
    entries.delete(token)
    const tokens = userId === undefined ? undefined : tokensOf.get(userId)
    tokens?.delete(token)
    if (userId !== undefined && tokens?.size === 0) tokensOf.delete(userId)
  }
  const forgetUser = (userId: string): void => {
    changes += 1
    for (const token of tokensOf.get(userId) ?? []) forget(token)
  }
  const forgetAll = (): void => {
    changes += 1
    entries.clear()
    tokensOf.clear()
  }
  const keep = (token: string, session: LiveSession): void => {
    forget(token)
    const oldest = entries.size >= mostEntries ? entries.keys().next().value : undefined
    if (oldest !== undefined) forget(oldest)
    entries.set(token, { session, readAt: performance.now() })
    const tokens = tokensOf.get(session.userId) ?? new Set()
    tokensOf.set(session.userId, tokens.add(token))
  }
  const hear = (text: string): void => {
    const [kind = '', id = ''] = text.split(' ')
    if (kind === 'changed') forgetUser(id)
    else if (kind === 'ask') void confirmSettled(db, id).catch(() => {})
    else waiting.get(id)?.()
  }
  const listener: Listener = listen(address, { channel, hear, onGap: forgetAll, log })

  return {
    isOn: listener.isHearing,
    find: async (token, load) => {
      const known = entries.get(token)
      const age = known ? performance.now() - known.readAt : Infinity
      if (known && age < lifeMs && listener.isHearing()) {
        const { session } = known
        if (age < session.liveMs) return { ...session, freshMs: session.freshMs - age }
      }
      if (known) forget(token)
      const before = changes
      const session = await load()
      // A change that arrived while the row was being read may be missing in it.
      if (session && before === changes && listener.isHearing()) keep(token, session)
      return session
    },
    settle: async () => {
      if (!listener.isHearing()) return
      const id = randomUUID()
      let confirmed = 0
      let expected = Infinity
      await new Promise<void>((done, failed) => {
        const timer = setTimeout(done, confirmMs)
        const check = () => {
          if (confirmed < expected) return
          clearTimeout(timer)
          done()
        }
        waiting.set(id, () => {
          confirmed += 1
          check()
        })
        askInstances(db, id).then((instances) => {
          expected = instances
          check()
        }, failed)
      }).finally(() => waiting.delete(id))
    },
    close: listener.close,
  }
}
