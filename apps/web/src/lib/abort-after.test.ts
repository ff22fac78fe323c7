import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { abortAfter } from './abort-after.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const nameOfReason = (signal: AbortSignal): string => (signal.reason as Error).name

it('aborts after the time', () => {
  const signal = abortAfter(1000, new AbortController().signal)
  vi.advanceTimersByTime(999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(nameOfReason(signal)).toBe('TimeoutError')
})

it('aborts with the other signal, and then for no other reason', () => {
  const controller = new AbortController()
  const signal = abortAfter(1000, controller.signal)
  controller.abort()
  expect(nameOfReason(signal)).toBe('AbortError')
  vi.advanceTimersByTime(1000)
  expect(nameOfReason(signal)).toBe('AbortError')
})

it('is aborted from the start if the other signal is', () => {
  expect(abortAfter(1000, AbortSignal.abort()).aborted).toBe(true)
})
