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

  it('counts as missing after ten seconds without an answer, and asks no more', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(neverAnswers)
    const store = openStore('silent', 'answers')
    const failure = expect(get('key', store)).rejects.toThrow('The database silent does not open.')
    await vi.advanceTimersByTimeAsync(10_000)
    await failure
    await expect(get('key', store)).rejects.toThrow()
    expect(open).toHaveBeenCalledTimes(10)
  })

  it('opens later where `indexedDB` itself threw', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new Error('no room')
    })
    const store = openStore('refused', 'answers')
    await expect(get('key', store)).rejects.toThrow('no room')
    expect(await get('key', store)).toBeUndefined()
  })
})
