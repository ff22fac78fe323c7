import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStore } from './open-store.ts'

const neverAnswers = (): IDBOpenDBRequest => Object.assign(new EventTarget(), {}) as IDBOpenDBRequest

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a store', () => {
  it('opens when the engine forgets the first request', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(neverAnswers)
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
    const failure = store('readonly', () => new Promise(() => undefined)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await failure).toEqual(new Error('The database blocked does not answer.'))
  })

  it('counts as missing after four seconds without an answer, and asks no more', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(neverAnswers)
    const store = openStore('silent', 'answers')
    const failure = get('key', store).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await failure).toEqual(new Error('The database silent does not open.'))
    await expect(get('key', openStore('another', 'answers'))).rejects.toThrow('The database another does not open.')
    expect(open).toHaveBeenCalledTimes(4)
  })
})
