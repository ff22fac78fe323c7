// A browser that refuses storage throws on mere access, so the access is inside the try.
const storageOf = (place: 'browser' | 'tab'): Storage => (place === 'tab' ? sessionStorage : localStorage)

/**
 * One string in local storage, or in session storage. A browser that refuses storage behaves as if nothing was ever
 * stored.
 */
export const storedValue = (key: string, place: 'browser' | 'tab' = 'browser') => ({
  key,
  read: (): string | null => {
    try {
      return storageOf(place).getItem(key)
    } catch {
      return null
    }
  },
  write: (value: string): void => {
    try {
      storageOf(place).setItem(key, value)
    } catch {
      // Private windows may refuse; the value then lives as long as the page.
    }
  },
  remove: (): void => {
    try {
      storageOf(place).removeItem(key)
    } catch {
      // As above.
    }
  },
})
