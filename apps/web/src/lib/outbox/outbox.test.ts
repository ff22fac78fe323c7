import { get } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutbox, listWrites, type Outbox, retryPauseMs, type SendOutcome, type Write } from './outbox.ts'

const path = '/api/openai/evaluate-prompt'
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
      throw new DOMException('drop', 'SecurityError')
    },
  })
  vi.resetModules()
  return import('./outbox.ts')
}

it('sends what is on a disk that answers late', async () => {
  const write = { id: 'w1', path, body: 'kept', queuedAtMs: 0 }
  const { storeWrite, dropWrites } = await import('./outbox.ts')
  await storeWrite(userId, write)
  const open = indexedDB.open.bind(indexedDB)
  const silent = vi.spyOn(indexedDB, 'open').mockReturnValue(new EventTarget() as IDBOpenDBRequest)
  vi.resetModules()
  const page = await import('./outbox.ts')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const sent: unknown[] = []
    const send = async ({ body }: Write): Promise<SendOutcome> => (sent.push(body), 'done')
    const outbox = page.createOutbox({ userId, send, onRefused: () => undefined })
    const first = outbox.flush()
    // The outbox reads twice: before it sends, and after.
    await vi.advanceTimersByTimeAsync(4_000)
    await first
    expect(sent).toEqual([])
    silent.mockImplementation(open)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(sent).toEqual(['kept']))
    outbox.close()
  } finally {
    vi.useRealTimers()
    await dropWrites(userId)
  }
})

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
    await outbox.enqueue(path, 1)
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
    await Promise.all([outbox.enqueue(path, 1), outbox.enqueue(path, 2), outbox.enqueue(path, 3)])
    await outbox.flush()
    expect(sent).toEqual([1, 2, 3])
  })

  it('keeps unsent writes in order, and sends them later with the same ids', async () => {
    const ids: string[] = []
    let online = false
    const outbox = start(async (write) => {
      ids.push(write.id)
      return online ? 'done' : 'unanswered'
    })
    await outbox.enqueue(path, 1)
    await outbox.enqueue(path, 2)
    expect(await outbox.flush()).toBe(false)
    expect(bodiesOf(await outbox.list())).toEqual([1, 2])
    expect(outbox.state.getState()).toEqual({ pending: 2, activity: 'waiting' })
    online = true
    expect(await outbox.flush()).toBe(true)
    expect(new Set(ids).size).toBe(2)
    expect(outbox.state.getState()).toEqual({ pending: 0, activity: 'idle' })
  })

  it('sends what waits when Back brings the page back, whose timers have stood still', async () => {
    let online = false
    // After this answer, no timer tries again.
    const outbox = start(async () => (online ? 'done' : 'signed-out'))
    await outbox.enqueue(path, 1)
    expect(await outbox.flush()).toBe(false)
    online = true
    window.dispatchEvent(new Event('pageshow'))
    await vi.waitFor(() => expect(outbox.state.getState()).toMatchObject({ pending: 0, activity: 'idle' }))
  })

  it('finds the writes of an earlier page after a reload', async () => {
    const before = start(async () => 'unanswered')
    await before.enqueue(path, 'kept')
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
      async (write) => (write.body === 'bad' ? 'drop' : 'done'),
      (write) => refused.push(write.body),
    )
    await outbox.enqueue(path, 'bad')
    await outbox.enqueue(path, 'good')
    expect(await outbox.flush()).toBe(true)
    expect(refused).toEqual(['bad'])
  })

  it('waits without a timer when signed out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const outbox = start(async () => 'signed-out')
      await outbox.enqueue(path, 1)
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
      return online ? 'done' : 'unanswered'
    })
    await outbox.enqueue(path, 'answer')
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
      return online ? 'done' : 'unanswered'
    })
    await outbox.enqueue(path, 'first on disk')
    await outbox.enqueue(path, 'second on disk')
    await outbox.flush()
    fillDisk()
    await outbox.enqueue(path, 'in memory')
    online = true
    expect(await outbox.flush()).toBe(true)
    expect(await outbox.flush()).toBe(true)
    expect(sent).toEqual(['first on disk', 'second on disk', 'in memory'])
    expect(outbox.state.getState()).toEqual({ pending: 0, activity: 'idle' })
    expect(await get(`outbox:${userId}`)).toBeUndefined()
  })

  it("never sends one person's writes for another", async () => {
    const first = start(async () => 'unanswered')
    await first.enqueue(path, 'first')
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

/** The path of a write of a lesson of a course. */
const reportOf = (courseId: string, number: number) =>
  [`/api/user-course-progress/fragment/u/${courseId}.l1/${number}`, { courseId, number }] as const

const sendAllBut = (poison: (write: Write) => boolean, outcome: SendOutcome) => {
  const sent: unknown[] = []
  const tried: unknown[] = []
  const setAside: unknown[] = []
  const outbox = createOutbox({
    userId,
    send: async (write) => {
      tried.push(write.body)
      if (poison(write)) return outcome
      sent.push(write.body)
      return 'done'
    },
    onRefused: () => undefined,
    onSetAside: ({ body }) => setAside.push(body),
  })
  open.push(outbox)
  return { outbox, sent, tried, setAside }
}
const isPoison = ({ body }: Write): boolean => (body as { number: number }).number === 0

describe('a write that always fails', () => {
  it.each(['failing', 'later', 'unanswered'] as const)('(%s) holds up no other course', async (outcome) => {
    const { outbox, sent } = sendAllBut(isPoison, outcome)
    await outbox.enqueue(...reportOf('a', 0))
    await outbox.enqueue(...reportOf('a', 1))
    await outbox.enqueue(...reportOf('b', 2))
    await outbox.flush()
    expect(sent).toEqual([{ courseId: 'b', number: 2 }])
    expect(outbox.state.getState()).toEqual({ pending: 2, activity: 'waiting' })
  })

  it.each(['failing', 'unanswered'] as const)('(%s) is set aside after 20 times, told, and kept', async (outcome) => {
    const { outbox, sent, tried, setAside } = sendAllBut(isPoison, outcome)
    await outbox.enqueue(...reportOf('a', 0))
    for (let time = 0; time < 25; time += 1) {
      await outbox.enqueue(...reportOf('b', time + 10))
      await outbox.flush()
    }
    await outbox.enqueue(...reportOf('a', 1))
    expect(await outbox.flush()).toBe(false)
    // Without an answer, it's a failure only if another write got one.
    expect(tried.filter((body) => (body as { number: number }).number === 0)).toHaveLength(
      outcome === 'failing' ? 20 : 40,
    )
    expect(sent.at(-1)).toEqual({ courseId: 'a', number: 1 })
    expect(setAside).toEqual([{ courseId: 'a', number: 0 }])
    expect(outbox.state.getState()).toEqual({ pending: 0, activity: 'idle', setAside: 1 })
    expect(bodiesOf(await outbox.list())).toEqual([{ courseId: 'a', number: 0 }])
  })

  it.each([
    ['failing', 1],
    ['later', 20],
  ] as const)('(%s) is set aside after a day with %i tries', async (outcome, tries) => {
    const start = Date.now()
    const now = vi.spyOn(Date, 'now').mockReturnValue(start)
    const { outbox } = sendAllBut(isPoison, outcome)
    await outbox.enqueue(...reportOf('a', 0))
    for (let time = 0; time < tries; time += 1) await outbox.flush()
    now.mockReturnValue(start + 86_399_000)
    await outbox.flush()
    expect(outbox.state.getState()).toMatchObject({ pending: 1 })
    now.mockReturnValue(start + 86_400_000)
    await outbox.flush()
    expect(outbox.state.getState()).toMatchObject({ pending: 0, setAside: 1 })
  })

  it('waits for a server that was busy yesterday and is busy today', async () => {
    const start = Date.now()
    const now = vi.spyOn(Date, 'now').mockReturnValue(start)
    const { outbox } = sendAllBut(() => true, 'later')
    await outbox.enqueue(...reportOf('a', 0))
    await outbox.flush()
    now.mockReturnValue(start + 2 * 86_400_000)
    await outbox.flush()
    expect(outbox.state.getState()).toMatchObject({ pending: 1, activity: 'waiting' })
  })

  it('waits as long as it must for a connection', async () => {
    const { outbox } = sendAllBut(() => true, 'unanswered')
    await outbox.enqueue(...reportOf('a', 0))
    for (let time = 0; time < 30; time += 1) await outbox.flush()
    expect(outbox.state.getState()).toEqual({ pending: 1, activity: 'waiting' })
  })

  it('is tried again when the learner wants it, once, in its old order', async () => {
    let isRefused = true
    const { outbox, sent, tried } = sendAllBut(({ body }) => isRefused && body !== 'other', 'ask')
    await outbox.enqueue(...reportOf('a', 0))
    await outbox.enqueue(...reportOf('a', 1))
    await outbox.flush()
    expect(await outbox.tryAgain()).toBe(false)
    expect(tried).toHaveLength(4)
    expect(outbox.state.getState()).toMatchObject({ pending: 0, setAside: 2 })
    isRefused = false
    expect(await outbox.tryAgain()).toBe(true)
    expect(sent).toEqual([
      { courseId: 'a', number: 0 },
      { courseId: 'a', number: 1 },
    ])
    expect(await outbox.list()).toEqual([])
  })

  it('is set aside on a full disk too', async () => {
    const { outbox } = sendAllBut(() => true, 'ask')
    await outbox.enqueue(...reportOf('a', 0))
    fillDisk()
    await outbox.enqueue(...reportOf('a', 1))
    await outbox.flush()
    expect(outbox.state.getState()).toMatchObject({ pending: 0, setAside: 2 })
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
