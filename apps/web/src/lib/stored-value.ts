/** One string in local storage. A browser that refuses storage behaves as if nothing was ever stored. */
export const storedValue = (key: string) => ({
  key,
  read: (): string | null => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write: (value: string): void => {
    try {
      localStorage.setItem(key, value)
    } catch {
      // Private windows may refuse; the value then lives as long as the page.
    }
  },
  remove: (): void => {
    try {
      localStorage.removeItem(key)
    } catch {
      // As above.
    }
  },
})
