import { createStore, type UseStore } from 'idb-keyval'

/** Milliseconds that an engine may take to open a database before it is asked again. */
const openPatienceMs = 1_000
const maximumAttempts = 4
/** Milliseconds that a transaction may take. In Safari's engine one that a left page has begun can block all later ones. */
const patienceMs = 4_000

const inTime = async <Answer>(answer: Promise<Answer>, ms: number): Promise<Answer | 'late'> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, ms, 'late')
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The engine didn't open a database for that long. */
let isGivenUp = false

/**
 * A store of idb-keyval for engines that may never answer: Safari's forgets a request to open a database while a page loads. It
 * is asked again, and after four seconds it counts as an engine without databases, for every store of the page.
 * @param options.isCache what is lost can be had again: its transactions end with the page, so that they block no other one
 * @throws what `indexedDB` throws, as a rejection, and when a transaction takes too long
 */
export function openStore(name: string, store: string, { isCache = false } = {}): UseStore {
  let opened: Promise<UseStore> | undefined
  const running = new Set<IDBTransaction>()

  const follow = (transaction: IDBTransaction): void => {
    running.add(transaction)
    const end = (): boolean => running.delete(transaction)
    for (const event of ['complete', 'abort', 'error']) transaction.addEventListener(event, end)
  }
  const endWithPage = (): void => {
    for (const transaction of running) if (isCache || transaction.mode === 'readonly') transaction.abort()
  }

  const open = async (attempt = 1): Promise<UseStore> => {
    if (isGivenUp) throw new Error(`The database ${name} does not open.`)
    const opening = createStore(name, store)
    const answer = await inTime(
      opening('readonly', () => 'open' as const),
      openPatienceMs,
    )
    if (answer === 'open') return opening
    isGivenUp = attempt === maximumAttempts
    return open(attempt + 1)
  }

  return async (mode, work) => {
    addEventListener('pagehide', endWithPage)
    opened ??= open()
    opened.catch(() => (opened = undefined))
    const ready = await opened
    const answer = await inTime(
      ready(mode, (objects) => {
        follow(objects.transaction)
        return work(objects)
      }),
      patienceMs,
    )
    if (answer === 'late') throw new Error(`The database ${name} does not answer.`)
    return answer
  }
}
