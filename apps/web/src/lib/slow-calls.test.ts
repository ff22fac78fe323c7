import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { slowAfterMs } from './slow-after.ts'
import { askAgain, firstAnswer, useSlow } from './slow-calls.ts'

/** A server that answers when the test says so. */
const heldCalls = () => {
  const held: { answer: (text: string) => void; fail: (error: Error) => void }[] = []
  const ask = () => new Promise<string>((answer, fail) => held.push({ answer, fail }))
  return { held, ask }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a call', () => {
  it('is slow after ten seconds without an answer, until the answer', async () => {
    const { held, ask } = heldCalls()
    const answer = firstAnswer(ask)
    vi.advanceTimersByTime(slowAfterMs - 1)
    expect(useSlow.getState().calls).toBe(0)
    vi.advanceTimersByTime(1)
    expect(useSlow.getState().calls).toBe(1)
    held[0]?.answer('late')
    expect(await answer).toBe('late')
    expect(useSlow.getState().calls).toBe(0)
  })

  it('is made once more while it is slow, and the first answer counts', async () => {
    const { held, ask } = heldCalls()
    const answer = firstAnswer(ask)
    vi.advanceTimersByTime(slowAfterMs)
    expect(askAgain()).toBe(true)
    held[1]?.answer('second')
    expect(await answer).toBe('second')
    expect(askAgain()).toBe(false)
  })

  it('fails only when every attempt has failed', async () => {
    const { held, ask } = heldCalls()
    const answer = firstAnswer(ask)
    vi.advanceTimersByTime(slowAfterMs)
    askAgain()
    held[0]?.fail(new Error('lost'))
    held[1]?.answer('second')
    expect(await answer).toBe('second')

    const other = heldCalls()
    const failing = firstAnswer(other.ask)
    other.held[0]?.fail(new Error('lost'))
    await expect(failing).rejects.toThrow('lost')
  })
})
