import { createStore, entries } from 'idb-keyval'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from './api-client.ts'
import { readOrKept } from './kept-reads.ts'
import { session } from './session/session.ts'

const lost = () => Promise.reject(new NetworkError('No answer from the server.'))
const refused = () => Promise.reject(new ApiError(403, 'subscription_required', 'No access.', null, undefined))
const given = (answer: unknown) => () => Promise.resolve(answer)
/** A read without a connection waits for pending writes to the cache, and fails. */
const settle = () => readOrKept(['nothing'], lost).catch(() => undefined)

beforeEach(() => session.setToken('head.body.ana'))

describe('a stored answer', () => {
  it('is available offline, each under its key', async () => {
    await readOrKept(['lesson', 'l1'], given({ title: 'One' }))
    await readOrKept(['lesson', 'l2'], given({ title: 'Two' }))
    expect(await readOrKept(['lesson', 'l1'], lost)).toEqual({ title: 'One' })
    await expect(readOrKept(['lesson', 'l3'], lost)).rejects.toThrow(NetworkError)
  })

  it('is the latest one', async () => {
    await readOrKept(['lesson', 'l1'], given('old'))
    await readOrKept(['lesson', 'l1'], given('new'))
    expect(await readOrKept(['lesson', 'l1'], lost)).toBe('new')
  })

  it('does not replace a refusal', async () => {
    await readOrKept(['lesson', 'l1'], given('kept'))
    await expect(readOrKept(['lesson', 'l1'], refused)).rejects.toThrow('No access.')
  })

  it('is deleted from the device when the session ends', async () => {
    await readOrKept(['lesson', 'l1'], given('of Ana'))
    session.clear()
    await settle()
    expect(await entries(createStore('kept-reads', 'answers'))).toEqual([])
  })

  it('is not stored when the session ends before it arrives', async () => {
    const late = readOrKept(['lesson', 'l1'], async () => {
      session.clear()
      return 'of Ana'
    })
    expect(await late).toBe('of Ana')
    await settle()
    expect(await entries(createStore('kept-reads', 'answers'))).toEqual([])
  })

  it('is never shown to the next person, even when the end of the session went unnoticed', async () => {
    await readOrKept(['lesson', 'l1'], given('of Ana'))
    session.setToken('head.body.bo')
    await expect(readOrKept(['lesson', 'l1'], lost)).rejects.toThrow(NetworkError)
    session.setToken('head.body.ana')
    await expect(readOrKept(['lesson', 'l1'], lost)).rejects.toThrow(NetworkError)
  })
})
