import { createStore, type UseStore } from 'idb-keyval'

/** Milliseconds after which an engine that hasn't opened a database is asked again. */
const askAgainMs = 1_000
const mostAttempts = 4
/** Milliseconds that a transaction may take, with the opening before it. */
const patienceMs = 4_000

/** The database hasn't answered yet. It may later. */
export class DatabaseLate extends Error {
  override name = 'DatabaseLate'

  constructor(database: string) {
    super(`The database ${database} does not answer.`)
  }
}

const inTime = async <Answer>(answer: Promise<Answer>, onLate: () => Error): Promise<Answer> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onLate()), patienceMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

type Connection = { run: UseStore; database: IDBDatabase }

/** `ask` asks the engine once more. */
type Opening = { connection: Promise<Connection>; ask: () => Promise<void> }

/** No database of the page has opened for so long that nothing waits for one any more, until one does. */
let isSilent = false

const connect = async (name: string, store: string): Promise<Connection> => {
  const run = createStore(name, store)
  return { run, database: await run('readonly', ({ transaction }) => transaction.db) }
}

/** Asks the engine each second, four times. The first answer counts, however late. */
const beginOpening = (name: string, store: string): Opening => {
  let isSettled = false
  const settle: { resolve?: (made: Connection) => void; reject?: (error: unknown) => void } = {}
  const connection = new Promise<Connection>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  const ask = async (): Promise<void> => {
    try {
      const made = await connect(name, store)
      if (isSettled) made.database.close()
      settle.resolve?.(made)
      isSilent = false
    } catch (error) {
      settle.reject?.(error)
    }
    isSettled = true
  }
  const askUntilSettled = async (): Promise<void> => {
    for (let attempt = 1; attempt <= mostAttempts && !isSettled; attempt += 1) {
      const pause = new Promise((resolve) => setTimeout(resolve, askAgainMs))
      await Promise.race([ask(), pause])
    }
  }
  void askUntilSettled()
  return { connection, ask }
}

/**
 * A store of idb-keyval for engines that may not answer for a long time, as Safari's while a page loads. After four seconds a call
 * fails, and later ones fail at once, each asking again, until the engine answers. A page that is left holds up no other one: its
 * connection is closed, and opened again if Back brings the page back.
 * @param options.isCache what is lost can be had again: its transactions end with the page
 * @throws what `indexedDB` throws, as a rejection, and `DatabaseLate`
 */
export function openStore(name: string, store: string, { isCache = false } = {}): UseStore {
  let opening: Opening | undefined
  const running = new Set<IDBTransaction>()

  const follow = (transaction: IDBTransaction): void => {
    running.add(transaction)
    const end = (): boolean => running.delete(transaction)
    for (const event of ['complete', 'abort', 'error']) transaction.addEventListener(event, end)
  }
  const begin = (): Opening => {
    const begun = beginOpening(name, store)
    begun.connection.catch(() => {
      if (opening === begun) opening = undefined
    })
    return begun
  }
  const leave = (): void => {
    for (const transaction of running) if (isCache || transaction.mode === 'readonly') transaction.abort()
    const left = opening
    opening = undefined
    left?.connection.then(
      // It waits for what is still being written.
      ({ database }) => database.close(),
      () => undefined,
    )
  }

  return (mode, work) => {
    addEventListener('pagehide', leave)
    if (isSilent) void opening?.ask()
    opening ??= begin()
    if (isSilent) return Promise.reject(new DatabaseLate(name))
    let [isOpen, isLate] = [false, false]
    let transaction: IDBTransaction | undefined
    const answer = opening.connection.then(({ run }) => {
      isOpen = true
      if (isLate) throw new DatabaseLate(name)
      return run(mode, (objects) => {
        transaction = objects.transaction
        follow(transaction)
        return work(objects)
      })
    })
    // What the caller does instead must not be done by the transaction too.
    return inTime(answer, () => {
      isLate = true
      isSilent ||= !isOpen
      if (transaction && running.has(transaction)) transaction.abort()
      return new DatabaseLate(name)
    })
  }
}
