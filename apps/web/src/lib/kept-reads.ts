import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { promisifyRequest, type UseStore } from 'idb-keyval'
import { ApiError, NetworkError } from './api-client.ts'
import { openStore } from './open-store.ts'
import { session } from './session/session.ts'

const ownerKey = 'owner'
const store = openStore('kept-reads', 'answers')

/** The owner of the kept answers: one session, identified by the signature of its token, which alone grants nothing. */
const ownerOf = (token: string): string => token.split('.').at(-1) ?? ''

const ownerNow = (): string => ownerOf(session.token())

/** A browser without IndexedDB, or with a full disk, keeps nothing. */
const attempt = <T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> => work(store).catch(() => undefined)

const keyOf = (queryKey: QueryKey): string => JSON.stringify(queryKey)

/**
 * Changes an answer in one transaction, so that nothing is stored for a session that has ended meanwhile, here or in another
 * tab. What another session has kept is deleted.
 *
 * @returns whether it is stored
 */
const change = (queryKey: QueryKey, owner: string, next: (kept: unknown) => unknown): Promise<boolean> =>
  attempt((use) =>
    use('readwrite', (answers) => {
      if (owner === '' || owner !== ownerNow()) return Promise.resolve(false)
      const key = keyOf(queryKey)
      const write = (kept: unknown): void => {
        const answer = next(kept)
        if (answer === undefined) answers.delete(key)
        else answers.put(answer, key)
      }
      answers.get(ownerKey).onsuccess = ({ target }) => {
        if ((target as IDBRequest<unknown>).result === owner) {
          answers.get(key).onsuccess = (read) => write((read.target as IDBRequest<unknown>).result)
          return
        }
        answers.clear()
        answers.put(owner, ownerKey)
        write(undefined)
      }
      return promisifyRequest(answers.transaction).then(() => true)
    }),
  ).then((isStored) => isStored === true)

const find = async <Answer>(queryKey: QueryKey, owner: string): Promise<Answer | undefined> => {
  const kept = await attempt((use) =>
    use('readonly', (answers) =>
      Promise.all([
        promisifyRequest<unknown>(answers.get(ownerKey)),
        promisifyRequest<Answer | undefined>(answers.get(keyOf(queryKey))),
      ]),
    ),
  )
  return kept?.[0] === owner && owner !== '' && owner === ownerNow() ? kept[1] : undefined
}

/** Covers of kept courses, served by the service worker. */
export const pictureCache = 'pictures'

/** Deletes everything, unless it is of the session that this page has now: another tab may have begun it long ago. */
const endKeeping = async (endedToken: string): Promise<void> => {
  const isDeleted = await attempt((use) =>
    use('readwrite', async (answers) => {
      const owner = await promisifyRequest<unknown>(answers.get(ownerKey))
      if (owner !== undefined && owner === ownerNow() && owner !== ownerOf(endedToken)) return false
      await promisifyRequest(answers.clear())
      return true
    }),
  )
  if (isDeleted !== false && 'caches' in globalThis) await caches.delete(pictureCache)
}

session.onEnd((endedToken) => void endKeeping(endedToken).catch(() => undefined))

/**
 * Keeps the server's answer to a read that another call has brought along.
 * @returns false when signed out, when the disk is full, or without IndexedDB
 */
export function keepAnswer(queryKey: QueryKey, answer: unknown): Promise<boolean> {
  return change(queryKey, ownerNow(), () => answer)
}

/** What this session has kept of a read; undefined for nothing. */
export function findKept<Answer>(queryKey: QueryKey): Promise<Answer | undefined> {
  return find(queryKey, ownerNow())
}

/** Changes what is kept in one step, also against other tabs; undefined forgets it. */
export function changeKept<Answer>(
  queryKey: QueryKey,
  next: (kept: Answer | undefined) => Answer | undefined,
): Promise<boolean> {
  return change(queryKey, ownerNow(), (kept) => next(kept as Answer | undefined))
}

/**
 * Keeps what the app itself changes in a kept answer of this session, such as progress: the next start doesn't show the state
 * before it.
 * @returns a function that stops it
 */
export function keepChanges(client: QueryClient): () => void {
  const owner = ownerNow()
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !event.action.manual) return
    if (event.action.dataUpdatedAt === keptAt) return
    const data: unknown = event.action.data
    void change(event.query.queryKey, owner, (kept) => kept && data)
  })
}

/** When a kept answer was read from the server, as the query client counts: always stale. */
export const keptAt = 0

/** Nothing that our server has said: a lost connection, or the page of somebody in between. */
const isNoAnswer = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.code === 'unknown')

/** The server has decided against showing it; a server in trouble hasn't. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429 &&
  error.code !== 'unknown'

/** Without a client, a kept answer is shown only when the server gave none: for what must not change on the screen. */
type Reading = { client?: QueryClient; queryKey: QueryKey }

/** What a screen shows of an answer: reads it and applies what the server doesn't know yet. */
type Present<Answer> = (read: () => Promise<Answer>) => Promise<Answer>

/**
 * Shows this session's last answer at once, asks the server, and returns its answer; without a connection, the last one. The
 * answer is kept as it is shown: what the server didn't know yet may be sent before the next answer arrives. A refusal removes
 * the last answer from the screen and from the device.
 * @throws {NetworkError} when there is neither a connection nor a kept answer
 */
export async function readOrKept<Answer>(
  { client, queryKey }: Reading,
  ask: () => Promise<Answer>,
  present: Present<Answer> = (read) => read(),
): Promise<Answer> {
  const owner = ownerNow()
  const kept = find<Answer>(queryKey, owner)
  const query = client?.getQueryCache().find<Answer>({ queryKey, exact: true })
  let isAnswered = false

  const showKept = async (): Promise<void> => {
    const answer = await kept
    if (answer === undefined) return
    const shown = await present(() => Promise.resolve(answer))
    // Another session, another tab's answer or this one's may have come first.
    if (isAnswered || query === undefined || query.state.data !== undefined || owner !== ownerNow()) return
    client?.setQueryData<Answer>(queryKey, shown, { updatedAt: keptAt })
  }
  if (query && query.state.data === undefined) void showKept().catch(() => undefined)

  try {
    const shown = await present(async () => {
      const answer = await ask()
      isAnswered = true
      return answer
    })
    void change(queryKey, owner, () => shown)
    return shown
  } catch (error) {
    isAnswered = true
    if (isRefusal(error)) {
      void change(queryKey, owner, () => undefined)
      // An earlier attempt may have shown it.
      if (query?.state.data !== undefined && query.state.dataUpdatedAt === keptAt)
        query.setState({ data: undefined, status: 'pending' })
    }
    const answer = isNoAnswer(error) ? await kept : undefined
    if (answer === undefined) throw error
    return present(() => Promise.resolve(answer))
  }
}
