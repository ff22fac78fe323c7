import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { createStore, entries, setMany } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from './api-client.ts'
import { findKept, keepAnswer, keepChanges, readOrKept } from './kept-reads.ts'
import { followOtherTabs, session } from './session/session.ts'

const lost = () => Promise.reject(new NetworkError('No answer from the server.'))
const refusal = new ApiError(403, 'subscription_required', 'No access.', null, undefined)
const refused = () => Promise.reject(refusal)
const given = (answer: unknown) => () => Promise.resolve(answer)

const lessonKey = ['lesson', 'l1']
/** An answer of the server that comes when the test says so. */
const pending = () => {
  const settle: { resolve?: (answer: unknown) => void; reject?: (error: Error) => void } = {}
  const answer = new Promise((resolve, reject) => Object.assign(settle, { resolve, reject }))
  return { ask: () => answer, ...(settle as Required<typeof settle>) }
}
const unavailable = new ApiError(503, 'unavailable', 'Later.', null, undefined)
const trouble = () => Promise.reject(unavailable)
const answers = createStore('kept-reads', 'answers')
const stored = () => entries<string>(answers)

/** A browser with Cache Storage. @returns the deleted caches */
const givenPictures = (): string[] => {
  const deleted: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })
  return deleted
}

/** One page of the app: a query client that reads with `ask`. */
const openPage = (
  ask: () => Promise<unknown>,
  queryKey = lessonKey,
  queries: { retry: false | number; retryDelay?: number } = { retry: false },
) => {
  const client = new QueryClient({ defaultOptions: { queries } })
  const stop = keepChanges(client)
  const shown: unknown[] = []
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: (context) => readOrKept(context, ask),
    notifyOnChangeProps: ['data', 'error'],
  })
  const leave = observer.subscribe(({ data }) => shown.push(data))
  return {
    client,
    shown,
    /** Resolves with what the screen shows once the server has answered or failed. */
    settled: async () => {
      await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
      const { data, error } = observer.getCurrentResult()
      return { data, error }
    },
    close: () => {
      leave()
      stop()
      client.clear()
    },
  }
}

const read = async (ask: () => Promise<unknown>, queryKey?: string[]) => {
  const page = openPage(ask, queryKey)
  const result = await page.settled()
  page.close()
  return result
}

/** What is on the device once pending changes are there. */
const isKept = async (answer: unknown) => {
  await expect.poll(async () => (await stored()).map(([, value]) => value)).toContainEqual(answer)
}

beforeEach(() => session.setToken('head.body.ana'))
afterEach(() => vi.unstubAllGlobals())

describe('a kept answer', () => {
  it('is shown at once, then replaced by the server', async () => {
    await keepAnswer(lessonKey, 'old')
    const server = pending()
    const page = openPage(server.ask)
    await expect.poll(() => page.shown).toContain('old')
    server.resolve('new')
    expect(await page.settled()).toEqual({ data: 'new', error: null })
    expect(page.shown.filter((data) => data !== undefined)).toEqual(['old', 'new'])
    page.close()
    await isKept('new')
  })

  it('is available offline, each under its key', async () => {
    await read(given({ title: 'One' }))
    await read(given({ title: 'Two' }), ['lesson', 'l2'])
    await isKept({ title: 'Two' })
    expect(await read(lost)).toEqual({ data: { title: 'One' }, error: null })
    expect((await read(lost, ['lesson', 'l3'])).error).toBeInstanceOf(NetworkError)
  })

  it('never returns after the server has answered', async () => {
    await keepAnswer(lessonKey, 'old')
    const page = openPage(given('new'))
    await page.settled()
    await read(lost, ['another'])
    expect(page.shown.at(-1)).toBe('new')
    page.close()
  })

  it('leaves screen and device when the server refuses', async () => {
    await keepAnswer(lessonKey, 'kept')
    const server = pending()
    const page = openPage(server.ask)
    await expect.poll(() => page.shown).toContain('kept')
    server.reject(refusal)
    expect(await page.settled()).toEqual({ data: undefined, error: refusal })
    page.close()
    expect((await read(lost)).error).toBeInstanceOf(NetworkError)
  })

  it('leaves screen and device when the server refuses after trouble', async () => {
    await keepAnswer(lessonKey, 'kept')
    const [first, second] = [pending(), pending()]
    const asked = [first.ask, second.ask]
    const page = openPage(() => asked.shift()?.() ?? trouble(), lessonKey, { retry: 1, retryDelay: 0 })
    await expect.poll(() => page.shown).toContain('kept')
    first.reject(unavailable)
    await expect.poll(() => asked).toEqual([])
    second.reject(refusal)
    expect(await page.settled()).toEqual({ data: undefined, error: refusal })
    page.close()
    expect((await read(lost)).error).toBeInstanceOf(NetworkError)
  })

  it('stays while the server is in trouble', async () => {
    await keepAnswer(lessonKey, 'kept')
    await read(trouble)
    expect((await read(lost)).data).toBe('kept')
  })

  it.each([401, 403, 404])('stays when the page of a hotel answers (%i)', async (status) => {
    await keepAnswer(lessonKey, 'kept')
    const page = () => Promise.reject(new ApiError(status, 'unknown', 'Our network', null, undefined))
    expect((await read(page)).data).toBe('kept')
    expect((await read(lost)).data).toBe('kept')
  })

  it('includes what the app has changed, if the server had answered before', async () => {
    await keepAnswer(lessonKey, 'before')
    const page = openPage(lost)
    await page.settled()
    page.client.setQueryData(lessonKey, 'after')
    page.client.setQueryData(['unknown'], 'never read')
    await isKept('after')
    page.close()
    expect((await stored()).map(([, value]) => value)).not.toContain('never read')
    expect((await read(lost)).data).toBe('after')
  })

  it('is deleted from the device when the session ends', async () => {
    await keepAnswer(lessonKey, 'of Ana')
    session.clear()
    await expect.poll(stored).toEqual([])
  })

  it('is deleted even if the same session begins again at once', async () => {
    await keepAnswer(lessonKey, 'of Ana')
    session.clear()
    session.setToken('head.body.ana')
    await expect.poll(stored).toEqual([])
  })

  it('stays with its pictures when a tab learns late of the session that keeps it', async () => {
    await keepAnswer(lessonKey, 'of Ana')
    const deleted = givenPictures()
    const stop = followOtherTabs()
    localStorage.setItem('jwt_token', 'head.body.bo')
    await setMany(
      [
        ['owner', 'bo'],
        [JSON.stringify(lessonKey), 'of Bo'],
      ],
      answers,
    )
    window.dispatchEvent(new StorageEvent('storage', { key: 'jwt_token' }))
    stop()
    expect(session.token()).toBe('head.body.bo')
    await keepAnswer(['lesson', 'l2'], 'later')
    expect(await findKept(lessonKey)).toBe('of Bo')
    expect(deleted).toEqual([])
  })

  it('is deleted with its pictures when another tab signs out, or signs somebody else in', async () => {
    const deleted = givenPictures()
    const stop = followOtherTabs()
    for (const token of ['', 'head.body.bo']) {
      session.setToken('head.body.ana')
      await keepAnswer(lessonKey, 'of Ana')
      deleted.length = 0
      localStorage.setItem('jwt_token', token)
      window.dispatchEvent(new StorageEvent('storage', { key: 'jwt_token' }))
      await expect.poll(stored).toEqual([])
      await expect.poll(() => deleted).toEqual(['pictures'])
    }
    stop()
  })

  it('is not stored when the session ends before it arrives', async () => {
    await read(async () => {
      session.clear()
      return 'of Ana'
    })
    expect((await stored()).map(([, value]) => value)).not.toContain('of Ana')
  })

  it('is never changed by what another session still has on its page', async () => {
    const page = openPage(lost)
    await page.settled()
    session.clear()
    session.setToken('head.body.bo')
    await keepAnswer(lessonKey, 'of Bo')
    page.client.setQueryData(lessonKey, 'of Ana')
    await keepAnswer(['lesson', 'l2'], 'later')
    expect(await findKept(lessonKey)).toBe('of Bo')
    page.close()
  })

  it('is never shown to the next person, even when the end of the session went unnoticed', async () => {
    await keepAnswer(lessonKey, 'of Ana')
    session.setToken('head.body.bo')
    expect((await read(lost)).error).toBeInstanceOf(NetworkError)
    await keepAnswer(['lesson', 'l2'], 'of Bo')
    session.setToken('head.body.ana')
    expect((await read(lost)).error).toBeInstanceOf(NetworkError)
    expect((await read(refused)).error).toBe(refusal)
  })
})
