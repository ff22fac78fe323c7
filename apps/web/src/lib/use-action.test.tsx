import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { leaveFor, useAction } from './use-action.ts'

/** Work that ends when the test says so. */
const givenSlowWork = () => {
  const ends: (() => void)[] = []
  const work = vi.fn<(input: string) => Promise<void>>(() => new Promise((resolve) => ends.push(resolve)))
  const { result } = renderHook(() => useAction(work))
  return { work, result, end: () => act(async () => ends.shift()?.()) }
}

describe('an action', () => {
  it('starts once when it is triggered twice in one frame', async () => {
    const { work, result, end } = givenSlowWork()
    act(() => {
      result.current.run('first')
      result.current.run('second')
    })
    expect(work.mock.calls).toEqual([['first']])
    expect(result.current.isBusy).toBe(true)
    act(() => result.current.run('third'))
    expect(work).toHaveBeenCalledTimes(1)
    await end()
    expect(result.current.isBusy).toBe(false)
  })

  it('can start again after it has ended, even if it ended at once or failed', async () => {
    const { work, result, end } = givenSlowWork()
    act(() => result.current.run('first'))
    await end()
    act(() => result.current.run('second'))
    expect(work).toHaveBeenCalledTimes(2)

    const atOnce = vi.fn<() => void>()
    const immediate = renderHook(() => useAction(atOnce))
    await act(async () => immediate.result.current.run())
    await act(async () => immediate.result.current.run())
    expect(atOnce).toHaveBeenCalledTimes(2)
  })

  it('stays guarded after the page is left, and is released when the visitor comes back', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const { result } = renderHook(() => useAction(() => leaveFor('https://pay.example/c/1')))
    await act(async () => result.current.run())
    await act(async () => result.current.run())
    expect(assign.mock.calls).toEqual([['https://pay.example/c/1']])
    await act(async () => window.dispatchEvent(new Event('pageshow')))
    expect(result.current.isBusy).toBe(false)
    assign.mockRestore()
  })
})
