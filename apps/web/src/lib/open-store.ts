import type { UseStore } from 'idb-keyval'

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

/** No database of the page has opened for so long that nothing waits for one any more, until one does. */
let isSilent = false

/** What a page holds of a database. Safari's engine keeps a page that is left with all of it, so that the next page waits. */
const makeHold = () => {
  const databases = new Set<IDBDatabase>()
  const transactions = new Set<IDBTransaction>()
  return {
    has: (transaction: IDBTransaction): boolean => transactions.has(transaction),
    addDatabase: (database: IDBDatabase): void => void databases.add(database),
    add: (transaction: IDBTransaction): void => {
      transactions.add(transaction)
      const end = (): boolean => transactions.delete(transaction)
      for (const event of ['complete', 'abort']) transaction.addEventListener(event, end)
    },
    end: (): void => {
      for (const transaction of transactions) endTransaction(transaction)
      for (const database of databases) database.close()
      transactions.clear()
      databases.clear()
    },
  }
}

const endTransaction = (transaction: IDBTransaction): void => {
  try {
    transaction.abort()
  } catch {
    // It is over, but the page hasn't heard of it.
  }
}

type Hold = ReturnType<typeof makeHold>

const connect = (name: string, store: string, hold: Hold): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(store)
      hold.addDatabase(request.result)
      if (request.transaction) hold.add(request.transaction)
    })
    request.addEventListener('success', () => {
      hold.addDatabase(request.result)
      resolve(request.result)
    })
    request.addEventListener('error', () => reject(request.error))
  })

/** `ask` asks the engine once more. */
type Opening = { database: Promise<IDBDatabase>; ask: () => Promise<void> }

/** Asks the engine each second, four times. The first answer counts, however late. */
const beginOpening = (name: string, store: string, hold: Hold): Opening => {
  let isSettled = false
  const settle: { resolve?: (database: IDBDatabase) => void; reject?: (error: unknown) => void } = {}
  const database = new Promise<IDBDatabase>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  const ask = async (): Promise<void> => {
    try {
      const opened = await connect(name, store, hold)
      if (isSettled) opened.close()
      settle.resolve?.(opened)
      isSilent = false
    } catch (error) {
      settle.reject?.(error)
    }
    isSettled = true
  }
  const askUntilSettled = async (): Promise<void> => {
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      if (isSettled) return
      const pause = new Promise((resolve) => setTimeout(resolve, askAgainMs))
      await Promise.race([ask(), pause])
    }
  }
  void askUntilSettled()
  return { database, ask }
}

/**
 * A store for the functions of idb-keyval, in engines that may not answer. A page that is left ends its transactions and closes its
 * connection, because in Safari's engine they would block those of later pages for ever; Back opens another one. After four
 * seconds a call fails, and later ones fail at once, each asking again, until the engine answers.
 * @throws what `indexedDB` throws, as a rejection, and `DatabaseLate`
 */
export function openStore(name: string, store: string): UseStore {
  let opening: Opening | undefined
  const hold = makeHold()
  const leave = (): void => {
    opening = undefined
    hold.end()
  }
  const begin = (): Opening => {
    const begun = beginOpening(name, store, hold)
    const forget = (): void => {
      if (opening === begun) opening = undefined
    }
    // Safari now and then closes a connection by itself.
    begun.database.then((database) => database.addEventListener('close', forget), forget)
    return begun
  }

  return (mode, work) => {
    addEventListener('pagehide', leave)
    if (isSilent) void opening?.ask()
    opening ??= begin()
    if (isSilent) return Promise.reject(new DatabaseLate(name))
    let [isOpen, isLate] = [false, false]
    let transaction: IDBTransaction | undefined
    const answer = opening.database.then((database) => {
      isOpen = true
      if (isLate) throw new DatabaseLate(name)
      transaction = database.transaction(store, mode)
      hold.add(transaction)
      return work(transaction.objectStore(store))
    })
    // What the caller does instead must not be done by the transaction too.
    return inTime(answer, () => {
      isLate = true
      isSilent ||= !isOpen
      if (transaction && hold.has(transaction)) endTransaction(transaction)
      return new DatabaseLate(name)
    })
  }
}
