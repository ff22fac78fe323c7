import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { leaveFor, useAction, useActionOnShow } from './use-action.ts'

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

describe('an action that starts when its screen shows', () => {
  it('starts once, keeps its error while it runs again, and can be triggered twice only once', async () => {
    const ends: { succeed: (data: string) => void; fail: (error: Error) => void }[] = []
    const work = vi.fn<() => Promise<string>>(() => new Promise((succeed, fail) => ends.push({ succeed, fail })))
    const { result, rerender } = renderHook(() => useActionOnShow(work))
    expect(result.current).toMatchObject({ data: undefined, error: undefined, isBusy: true })
    rerender()
    expect(work).toHaveBeenCalledTimes(1)

    const failure = new Error('no answer')
    await act(async () => ends.shift()?.fail(failure))
    expect(result.current).toMatchObject({ error: failure, isBusy: false })
    act(() => {
      result.current.retry()
      result.current.retry()
    })
    expect(work).toHaveBeenCalledTimes(2)
    expect(result.current).toMatchObject({ error: failure, isBusy: true })
    await act(async () => ends.shift()?.succeed('done'))
    expect(result.current).toMatchObject({ data: 'done', error: undefined, isBusy: false })
  })

  it('aborts when its screen is left', async () => {
    const signals: AbortSignal[] = []
    const { unmount } = renderHook(() =>
      useActionOnShow(async (signal) => {
        signals.push(signal)
      }),
    )
    await waitFor(() => expect(signals).toHaveLength(1))
    expect(signals[0]?.aborted).toBe(false)
    unmount()
    expect(signals[0]?.aborted).toBe(true)
  })
})
