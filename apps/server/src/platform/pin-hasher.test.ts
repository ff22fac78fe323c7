import { describe, expect, it } from 'vitest'
import { createTurns } from './pin-hasher.ts'

/** Work that runs until the test ends it, and a list of started work. */
const makeWork = () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => async () => {
    begun.push(name)
    await new Promise<void>((end) => ends.set(name, end))
    return name
  }
  return { begun, work, end: (name: string) => ends.get(name)?.() }
}

const settle = () => new Promise((done) => setImmediate(done))

describe('turns', () => {
  it('run one after the other under one key, and in parallel under others', async () => {
    const takeTurn = createTurns()
    const { begun, work, end } = makeWork()
    const first = takeTurn(['a', 'home'], work('first'))
    const second = takeTurn(['a', 'work'], work('second'))
    const neighbour = takeTurn(['b', 'home'], work('neighbour'))
    const other = takeTurn(['c', 'away'], work('other'))
    await settle()
    expect(begun).toEqual(['first', 'other'])
    end('first')
    await settle()
    expect(begun.sort()).toEqual(['first', 'neighbour', 'other', 'second'])
    for (const name of begun) end(name)
    expect(await Promise.all([first, second, neighbour, other])).toEqual(['first', 'second', 'neighbour', 'other'])
  })

  it('continue after a failed one', async () => {
    const takeTurn = createTurns()
    const failing = takeTurn(['a'], () => Promise.reject(new Error('no database')))
    const next = takeTurn(['a'], () => Promise.resolve('next'))
    await expect(failing).rejects.toThrow('no database')
    expect(await next).toBe('next')
  })

  it('are skipped when the queue is long', async () => {
    const takeTurn = createTurns(2)
    const { begun, work, end } = makeWork()
    const all = ['one', 'two', 'three'].map((name) => takeTurn(['a'], work(name)))
    await settle()
    expect(begun.sort()).toEqual(['one', 'three'])
    end('one')
    await settle()
    for (const name of begun) end(name)
    expect(await Promise.all(all)).toEqual(['one', 'two', 'three'])
  })
})
