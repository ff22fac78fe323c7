import { get } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutbox, listWrites, type Outbox, retryPauseMs, type SendOutcome, type Write } from './outbox.ts'

const open: Outbox[] = []
let userId = ''
let counter = 0

beforeEach(() => {
  counter += 1
  userId = `user-${counter}`
})

afterEach(() => {
  for (const outbox of open.splice(0)) outbox.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const start = (send: (write: Write) => Promise<SendOutcome>, onRefused: (write: Write) => void = () => {}): Outbox => {
  const outbox = createOutbox({ userId, send, onRefused })
  open.push(outbox)
  return outbox
}

/** From now on the browser aborts whatever stores something, as it does without room; deleting still works. */
const fillDisk = (): void => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function abort(this: IDBObjectStore) {
    const request = this.get('')
    this.transaction.abort()
    return request
  })
}

const bodiesOf = (writes: Write[]): unknown[] => writes.map((write) => write.body)

/** A page of its own in a browser without IndexedDB: elsewhere the database may be open already. */
const openPageWithoutDisk = () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  vi.resetModules()
  return import('./outbox.ts')
}

describe('without IndexedDB', () => {
  it('keeps writes until the page is left', async () => {
    const page = await openPageWithoutDisk()
    const write = { id: 'w1', path: '/a', body: 1, queuedAtMs: 0 }
    await page.storeWrite('ana', write)
    expect(await page.listWrites('ana')).toEqual([write])
    expect(await page.listWrites('bo')).toEqual([])
    await page.removeWrite('ana', 'w1')
    expect(await page.listWrites('ana')).toEqual([])
  })

  it('removes and drops what is not there', async () => {
    const page = await openPageWithoutDisk()
    await page.removeWrite('ana', 'unknown')
    await page.dropWrites('ana')
    expect(await page.listWrites('ana')).toEqual([])
  })
})

describe('the outbox', () => {
  it('stores a write on disk before sending it', async () => {
    const stored: unknown[][] = []
    const outbox = start(async () => {
      stored.push(bodiesOf(await listWrites(userId)))
      return 'done'
    })
    await outbox.enqueue('/a', 1)
    expect(await outbox.flush()).toBe(true)
    expect(stored).toEqual([[1]])
    expect(await outbox.list()).toEqual([])
  })

  it('sends writes in order, each once', async () => {
    const sent: unknown[] = []
    const outbox = start(async (write) => {
      sent.push(write.body)
      return 'done'
    })
    await Promise.all([outbox.enqueue('/a', 1), outbox.enqueue('/a', 2), outbox.enqueue('/a', 3)])
    await outbox.flush()
    expect(sent).toEqual([1, 2, 3])
  })

  it('keeps unsent writes in order, and sends them later with the same ids', async () => {
    const ids: string[] = []
    let online = false
    const outbox = start(async (write) => {
      ids.push(write.id)
      return online ? 'done' : 'retry'
    })
    await outbox.enqueue('/a', 1)
    await outbox.enqueue('/a', 2)
    expect(await outbox.flush()).toBe(false)
    expect(bodiesOf(await outbox.list())).toEqual([1, 2])
    expect(outbox.state.getState()).toEqual({ pending: 2, activity: 'waiting' })
    online = true
    expect(await outbox.flush()).toBe(true)
    expect(new Set(ids).size).toBe(2)
    expect(outbox.state.getState()).toEqual({ pending: 0, activity: 'idle' })
  })

  it('finds the writes of an earlier page after a reload', async () => {
    const before = start(async () => 'retry')
    await before.enqueue('/a', 'kept')
    await before.flush()
    before.close()
    const sent: unknown[] = []
    const after = start(async (write) => {
      sent.push(write.body)
      return 'done'
    })
    await after.flush()
    expect(sent).toEqual(['kept'])
  })

  it('drops a write that the server refuses for good, reports it, and continues', async () => {
    const refused: unknown[] = []
    const outbox = start(
      async (write) => (write.body === 'bad' ? 'refused' : 'done'),
      (write) => refused.push(write.body),
    )
    await outbox.enqueue('/a', 'bad')
    await outbox.enqueue('/a', 'good')
    expect(await outbox.flush()).toBe(true)
    expect(refused).toEqual(['bad'])
  })

  it('waits without a timer when signed out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const outbox = start(async () => 'signed-out')
      await outbox.enqueue('/a', 1)
      await outbox.flush()
      expect(vi.getTimerCount()).toBe(0)
      expect(bodiesOf(await outbox.list())).toEqual([1])
    } finally {
      vi.useRealTimers()
    }
  })

  it('retries when the connection returns', async () => {
    let online = false
    let arrive: ((body: unknown) => void) | undefined
    const arrived = new Promise((resolve) => {
      arrive = resolve
    })
    const outbox = start(async (write) => {
      if (online) arrive?.(write.body)
      return online ? 'done' : 'retry'
    })
    await outbox.enqueue('/a', 'answer')
    await outbox.flush()
    online = true
    window.dispatchEvent(new Event('online'))
    expect(await arrived).toBe('answer')
  })

  it('sends each write once while the disk is full, and what the disk refused after the rest', async () => {
    const sent: unknown[] = []
    let online = false
    const outbox = start(async (write) => {
      if (online) sent.push(write.body)
      return online ? 'done' : 'retry'
    })
    await outbox.enqueue('/a', 'first on disk')
    await outbox.enqueue('/a', 'second on disk')
    await outbox.flush()
    fillDisk()
    await outbox.enqueue('/a', 'in memory')
    online = true
    expect(await outbox.flush()).toBe(true)
    expect(await outbox.flush()).toBe(true)
    expect(sent).toEqual(['first on disk', 'second on disk', 'in memory'])
    expect(outbox.state.getState()).toEqual({ pending: 0, activity: 'idle' })
    expect(await get(`outbox:${userId}`)).toBeUndefined()
  })

  it("never sends one person's writes for another", async () => {
    const first = start(async () => 'retry')
    await first.enqueue('/a', 'first')
    await first.flush()
    userId = 'somebody-else'
    const sent: unknown[] = []
    const second = start(async (write) => {
      sent.push(write.body)
      return 'done'
    })
    expect(await second.flush()).toBe(true)
    expect(sent).toEqual([])
  })
})

describe('retryPauseMs', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [7, 60_000],
    [500, 60_000],
  ])('waits after failure %i for %i ms', (failures, pause) => {
    expect(retryPauseMs(failures)).toBe(pause)
  })
})
