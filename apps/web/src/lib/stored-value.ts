// A browser that refuses storage throws on mere access, so the access is inside the try.
const storageOf = (place: 'browser' | 'tab'): Storage => (place === 'tab' ? sessionStorage : localStorage)

/** One string in local storage, or in session storage. In a browser that refuses storage it lives as long as the page. */
export function storedValue(key: string, place: 'browser' | 'tab' = 'browser') {
  let unstored: string | null = null
  return {
    key,
    read: (): string | null => {
      try {
        return unstored ?? storageOf(place).getItem(key)
      } catch {
        return null
      }
    },
    write: (value: string): void => {
      try {
        storageOf(place).setItem(key, value)
        unstored = null
      } catch {
        unstored = value
      }
    },
    remove: (): void => {
      unstored = null
      try {
        storageOf(place).removeItem(key)
      } catch {
        // Nothing is stored.
      }
    },
  }
}

/** The state of a small store, in local storage, in the format of zustand's `persist`, which is larger than all of zustand. */
export function storedState<State extends object>(key: string, version: number) {
  const stored = storedValue(key)
  return {
    /** Nothing of another version. */
    read: (): Partial<State> => {
      try {
        const kept = JSON.parse(stored.read() ?? '') as { state: Partial<State>; version: number }
        return kept.version === version ? kept.state : {}
      } catch {
        return {}
      }
    },
    write: (state: Partial<State>): void => stored.write(JSON.stringify({ state, version })),
  }
}
