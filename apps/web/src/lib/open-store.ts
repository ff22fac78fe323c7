import { createStore, type UseStore } from 'idb-keyval'

/** Milliseconds that an engine may take to open a database before it is asked again. */
const patienceMs = 1_000
const maximumAttempts = 10

const afterPatience = (): Promise<'late'> => new Promise((resolve) => setTimeout(resolve, patienceMs, 'late'))

/**
 * A store of idb-keyval for engines that may forget a request to open a database: Safari's does so while a page loads. It is
 * asked again, and after ten seconds it counts as an engine without databases.
 * @throws what `indexedDB` throws, as a rejection
 */
export function openStore(name: string, store: string): UseStore {
  let opened: Promise<UseStore> | undefined
  let isGivenUp = false

  const open = async (attempt = 1): Promise<UseStore> => {
    const opening = createStore(name, store)
    const answer = await Promise.race([opening('readonly', () => 'open' as const), afterPatience()])
    if (answer === 'open') return opening
    isGivenUp = attempt === maximumAttempts
    if (isGivenUp) throw new Error(`The database ${name} does not open.`)
    return open(attempt + 1)
  }

  return async (mode, work) => {
    opened ??= open()
    opened.catch(() => {
      if (!isGivenUp) opened = undefined
    })
    const ready = await opened
    return ready(mode, work)
  }
}
