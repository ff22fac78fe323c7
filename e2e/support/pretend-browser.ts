import 'fake-indexeddb/auto'

const makeStorage = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string): string | null => values.get(key) ?? null,
    setItem: (key: string, value: string): void => void values.set(key, value),
    removeItem: (key: string): void => void values.delete(key),
  }
}

const target = Object.assign(new EventTarget(), { visibilityState: 'visible', localStorage: makeStorage() })

/** What the app's outbox needs of a browser, for tests that run it in Node. Import it first. No Web Locks, so tabs collide. */
const browser = {
  window: target,
  document: target,
  navigator: { languages: ['en'] },
  localStorage: target.localStorage,
  sessionStorage: makeStorage(),
}
for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
