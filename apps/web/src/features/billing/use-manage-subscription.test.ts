import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDelayedReload } from './use-manage-subscription.ts'

const reload = vi.fn<() => void>()

beforeEach(() => {
  reload.mockClear()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('reloads the page after 2000 ms, once', () => {
  const { result } = renderHook(() => useDelayedReload())
  result.current.start()
  vi.advanceTimersByTime(1_999)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10_000)
  expect(reload).toHaveBeenCalledOnce()
})

it('does not reload when it was stopped', () => {
  const { result } = renderHook(() => useDelayedReload())
  result.current.start()
  result.current.stop()
  vi.advanceTimersByTime(10_000)
  expect(reload).not.toHaveBeenCalled()
})

it('does not reload when the page was left', () => {
  const { result, unmount } = renderHook(() => useDelayedReload())
  result.current.start()
  unmount()
  vi.advanceTimersByTime(10_000)
  expect(reload).not.toHaveBeenCalled()
})
