import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Snapshot } from '../lms/connection.ts'
import { keepSaving } from './keep-saving.ts'

const snapshot = (state: string): Snapshot => ({
  state,
  location: '',
  progress: 0,
  score: null,
  isComplete: false,
  isPassed: false,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A store whose calls end when the test says so. */
const slowStore = () => {
  const calls: { state: string; end: (isStored: boolean) => void }[] = []
  const store = ({ state }: Snapshot) =>
    new Promise<boolean>((resolve) => {
      calls.push({ state, end: resolve })
    })
  return { calls, store }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

it('stores one at a time, and of what came meanwhile only the newest', async () => {
  const { calls, store } = slowStore()
  const keeper = keepSaving(store, () => undefined)
  for (const state of ['one', 'two', 'three']) keeper.save(snapshot(state))
  expect(calls.map(({ state }) => state)).toEqual(['one'])
  calls[0]?.end(true)
  await settle()
  expect(calls.map(({ state }) => state)).toEqual(['one', 'three'])
})

it('tries a refused one again, unless a newer one has come, and says how it stands', async () => {
  const { calls, store } = slowStore()
  const told: boolean[] = []
  const keeper = keepSaving(store, (isUnsaved) => told.push(isUnsaved))
  keeper.save(snapshot('one'))
  calls[0]?.end(false)
  await vi.advanceTimersByTimeAsync(10_000)
  calls[1]?.end(false)
  await settle()
  keeper.save(snapshot('two'))
  calls[2]?.end(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls.map(({ state }) => state)).toEqual(['one', 'one', 'two'])
  expect(told).toEqual([true, true, false])
})

it('stops when nothing is under way, and then tries nothing again', async () => {
  const { calls, store } = slowStore()
  const keeper = keepSaving(store, () => undefined)
  keeper.save(snapshot('one'))
  keeper.save(snapshot('two'))
  let isStopped = false
  const stopped = keeper.stop().then(() => (isStopped = true))
  await settle()
  expect(isStopped).toBe(false)
  calls[0]?.end(false)
  await stopped
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls.map(({ state }) => state)).toEqual(['one'])
})
