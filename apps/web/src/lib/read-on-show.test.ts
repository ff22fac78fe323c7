import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from './api-client.ts'
import { isWorthRetrying, useReadOnShow } from './read-on-show.ts'

const refusal = (status: number): ApiError => new ApiError(status, 'unknown', '', null, undefined)

it.each([
  [0, refusal(404), false],
  [0, refusal(429), false],
  [0, refusal(503), true],
  [1, new NetworkError(''), true],
  [2, new NetworkError(''), false],
])('after %i failures, %s: retry is %s', (failures, error, expected) => {
  expect(isWorthRetrying(failures, error)).toBe(expected)
})

describe('a read of a visitor’s screen', () => {
  afterEach(() => void vi.useRealTimers())

  type Pending = { signal: AbortSignal; succeed: (data: string) => void; fail: (error: Error) => void }

  /** A read that settles when the test says so. */
  const show = (known?: string) => {
    const asked: Pending[] = []
    const read = (signal: AbortSignal) => new Promise<string>((succeed, fail) => asked.push({ signal, succeed, fail }))
    return { asked, ...renderHook(() => useReadOnShow(read, known)) }
  }

  it('gets over a lost connection by itself', async () => {
    const { asked, result } = show()
    await act(async () => asked[0]?.fail(new NetworkError('')))
    expect(result.current).toMatchObject({ data: undefined, error: undefined, isBusy: true })
    await waitFor(() => expect(asked).toHaveLength(2))
    await act(async () => asked[1]?.succeed('answer'))
    expect(result.current).toMatchObject({ data: 'answer', error: undefined, isBusy: false })
  })

  it('shows a refusal at once, and keeps it while the visitor tries again', async () => {
    const { asked, result } = show()
    const gone = refusal(404)
    await act(async () => asked[0]?.fail(gone))
    expect(result.current).toMatchObject({ error: gone, isBusy: false })
    act(() => result.current.retry())
    await waitFor(() => expect(result.current).toMatchObject({ error: gone, isBusy: true }))
    await act(async () => asked[1]?.succeed('answer'))
    expect(result.current).toMatchObject({ data: 'answer', error: undefined, isBusy: false })
  })

  it('asks for nothing that the page brought along', () => {
    const { asked, result } = show('drawn')
    expect(result.current).toMatchObject({ data: 'drawn', isBusy: false })
    expect(asked).toHaveLength(0)
  })

  it('is aborted when its screen is left, and not tried again', async () => {
    vi.useFakeTimers()
    const { asked, unmount } = show()
    unmount()
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[0]?.fail(new NetworkError(''))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveLength(1)
  })
})
