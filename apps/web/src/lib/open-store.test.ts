import { get, promisifyRequest, set, type UseStore } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseLate, openStore } from './open-store.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Its answers wait until `answer`. */
const givenSilentEngine = () => {
  const open = indexedDB.open.bind(indexedDB)
  const waiting: (() => void)[] = []
  const spy = vi.spyOn(indexedDB, 'open').mockImplementation((name) => {
    const request = new EventTarget() as IDBOpenDBRequest
    waiting.push(() => {
      const real = open(name)
      real.addEventListener('success', () => {
        Object.assign(request, { result: real.result })
        request.dispatchEvent(new Event('success'))
      })
    })
    return request
  })
  return { spy, answer: () => waiting.forEach((begin) => begin()) }
}

const failureOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => null,
    (error: unknown) => error,
  )

const leavePage = (): boolean => dispatchEvent(new Event('pagehide'))

describe('a store', () => {
  it('opens when the engine forgets the first request', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockReturnValueOnce(new EventTarget() as IDBOpenDBRequest)
    const stored = set('key', 'value', openStore('forgetful', 'answers'))
    await vi.advanceTimersByTimeAsync(1_000)
    await stored
    expect(open).toHaveBeenCalledTimes(2)
    expect(await get('key', openStore('forgetful', 'answers'))).toBe('value')
  })

  it('opens later where `indexedDB` itself threw', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new Error('no room')
    })
    const store = openStore('refused', 'answers')
    await expect(get('key', store)).rejects.toThrow('no room')
    expect(await get('key', store)).toBeUndefined()
  })

  it('fails when a transaction never ends, as behind one of a page that was left', async () => {
    const store = openStore('blocked', 'answers')
    await get('key', store)
    const failure = failureOf(store('readonly', () => new Promise(() => undefined)))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await failure).toEqual(new DatabaseLate('blocked'))
  })

  it('counts as missing after four seconds without an answer, and is found once the engine answers, however late', async () => {
    await set('key', 'kept', openStore('silent', 'answers'))
    const { spy, answer } = givenSilentEngine()
    const store = openStore('silent', 'answers')
    const failures = Promise.all([failureOf(set('key', 'too late', store)), failureOf(get('key', store))])
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await failures).toEqual([new DatabaseLate('silent'), new DatabaseLate('silent')])
    await expect(get('key', openStore('another', 'answers'))).rejects.toThrow('The database another does not answer.')
    await expect(get('key', store)).rejects.toThrow('The database silent does not answer.')
    expect(spy.mock.calls.filter(([name]) => name === 'silent')).toHaveLength(5)
    answer()
    await vi.waitFor(async () => expect(await get('key', store)).toBe('kept'))
  })
})

/** Begins a transaction that writes or reads a key. @returns once it has begun */
const begin = (store: UseStore, mode: IDBTransactionMode): Promise<{ outcome: Promise<'completed' | 'ended'> }> =>
  new Promise((resolve) => {
    const outcome = store(mode, (objects) => {
      if (mode === 'readonly') objects.get('key')
      else objects.put('value', 'key')
      queueMicrotask(() => resolve({ outcome }))
      return promisifyRequest(objects.transaction)
    }).then(
      () => 'completed' as const,
      () => 'ended' as const,
    )
  })

describe('a page that is left', () => {
  it('ends its connection, and opens another one when it is back', async () => {
    const close = vi.spyOn(IDBDatabase.prototype, 'close')
    const open = vi.spyOn(indexedDB, 'open')
    const store = openStore('left', 'answers')
    await set('key', 'value', store)
    leavePage()
    await Promise.resolve()
    expect(close.mock.contexts.filter((database) => (database as IDBDatabase).name === 'left')).toHaveLength(1)
    expect(await get('key', store)).toBe('value')
    expect(open).toHaveBeenCalledTimes(2)
  })

  it.each(['readonly', 'readwrite'] as const)('ends its transactions (%s)', async (mode) => {
    const store = openStore(`left-${mode}`, 'answers')
    const { outcome } = await begin(store, mode)
    leavePage()
    expect(await outcome).toBe('ended')
  })

  it('ends the making of a database, and makes it when it is back', async () => {
    const open = indexedDB.open.bind(indexedDB)
    vi.spyOn(indexedDB, 'open').mockImplementationOnce((name) => {
      const request = open(name)
      request.addEventListener('upgradeneeded', () => queueMicrotask(leavePage))
      return request
    })
    const store = openStore('left-new', 'answers')
    await expect(get('key', store)).rejects.toMatchObject({ name: 'AbortError' })
    await set('key', 'value', store)
    expect(await get('key', store)).toBe('value')
  })
})
