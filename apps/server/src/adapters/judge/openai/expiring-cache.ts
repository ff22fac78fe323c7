import { createHash } from 'node:crypto'

export type CacheBounds = { keptMs: number; mostEntries: number }

export type ExpiringCache<Value> = {
  find: (key: string) => Value | undefined
  keep: (key: string, value: Value) => void
}

/** An in-memory cache that evicts the least recently used entry when it is full. @param now milliseconds */
export function createExpiringCache<Value>(now: () => number, bounds: CacheBounds): ExpiringCache<Value> {
  const entries = new Map<string, { value: Value; at: number }>()
  return {
    find: (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (now() - entry.at > bounds.keptMs) return undefined
      entries.set(key, entry)
      return entry.value
    },
    keep: (key, value) => {
      entries.set(key, { value, at: now() })
      const oldest = entries.keys().next().value
      if (entries.size > bounds.mostEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}

/** A stable key for a question, from which no id or text can be read. */
export function hashKey(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
