import { clear, createStore, get, set, type UseStore } from 'idb-keyval'
import { NetworkError } from './api-client.ts'
import { session } from './session/session.ts'

const ownerKey = 'owner'
let store: UseStore | undefined
const openStore = (): UseStore => (store ??= createStore('kept-reads', 'answers'))

/** The owner of the kept answers: one session, identified by the signature of its token, which alone grants nothing. */
const ownerNow = (): string => session.token().split('.').at(-1) ?? ''

let lastWork: Promise<unknown> = Promise.resolve()

/** One at a time, so that nothing is stored after a session's answers were deleted. */
const inTurn = <T>(work: () => Promise<T>): Promise<T | undefined> => {
  const done = lastWork.then(work).catch(() => undefined)
  lastWork = done
  return done
}

/** Deletes what another session has kept, even one that ended while this part of the app was not loaded. */
const takeOver = async (owner: string): Promise<void> => {
  if ((await get<string>(ownerKey, openStore())) === owner) return
  await clear(openStore())
  await set(ownerKey, owner, openStore())
}

const keep = (key: string, owner: string, answer: unknown): Promise<void> =>
  inTurn(async () => {
    if (owner === '' || owner !== ownerNow()) return
    await takeOver(owner)
    await set(key, answer, openStore())
  })

const find = <Answer>(key: string, owner: string): Promise<Answer | undefined> =>
  inTurn(async () => {
    if (owner === '' || owner !== ownerNow()) return undefined
    await takeOver(owner)
    return get<Answer>(key, openStore())
  })

session.onEnd(() => void inTurn(() => clear(openStore())))

/**
 * Asks the server; without a connection, returns this session's last answer. A refusal stays a refusal.
 * @throws {NetworkError} when there is neither a connection nor a kept answer
 */
export async function readOrKept<Answer>(queryKey: readonly unknown[], ask: () => Promise<Answer>): Promise<Answer> {
  const key = JSON.stringify(queryKey)
  const owner = ownerNow()
  try {
    const answer = await ask()
    void keep(key, owner, answer)
    return answer
  } catch (error) {
    const kept = error instanceof NetworkError ? await find<Answer>(key, owner) : undefined
    if (kept === undefined) throw error
    return kept
  }
}
