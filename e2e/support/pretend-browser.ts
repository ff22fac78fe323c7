import 'fake-indexeddb/auto'

const makeStorage = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string): string | null => values.get(key) ?? null,
    setItem: (key: string, value: string): void => void values.set(key, value),
    removeItem: (key: string): void => void values.delete(key),
  }
}

let held: Promise<unknown> = Promise.resolve()
/** Web Locks for one name: a page that is killed gives up its lock when its request has ended. */
const locks = {
  request: <Value>(_name: string, work: () => Promise<Value>): Promise<Value> => {
    const done = held.then(work)
    held = done.catch(() => undefined)
    return done
  },
}

const target = Object.assign(new EventTarget(), { visibilityState: 'visible', localStorage: makeStorage() })

/** What the app's outbox needs of a browser, for tests that run it in Node. Import it first. */
const browser = {
  window: target,
  document: target,
  navigator: { languages: ['en'], locks },
  localStorage: target.localStorage,
  sessionStorage: makeStorage(),
  addEventListener: target.addEventListener.bind(target),
}
for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
