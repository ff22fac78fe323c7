import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-client.ts'
import { createPublicQueryClient } from './query-client.ts'
import { useRead } from './use-read.ts'

type Pending = { signal: AbortSignal; succeed: (data: string) => void; fail: (error: Error) => void }

/** A read on a public screen that settles when the test says so. */
const givenRead = () => {
  const client = createPublicQueryClient()
  const asked: Pending[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((succeed, fail) => asked.push({ signal, succeed, fail }))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const show = (key = 'first') =>
    renderHook(({ key }) => useRead({ queryKey: [key], queryFn }), { wrapper, initialProps: { key } })
  return { asked, show }
}
const refusal = new ApiError(404, 'unknown', '', null, undefined)

describe('a read', () => {
  it('keeps its error while it is retried', async () => {
    const { asked, show } = givenRead()
    const { result } = show()
    expect(result.current).toMatchObject({ data: undefined, error: null, isBusy: true })
    await act(async () => asked[0]?.fail(refusal))
    await waitFor(() => expect(result.current).toMatchObject({ error: refusal, isBusy: false }))
    act(() => result.current.retry())
    await waitFor(() => expect(result.current.isBusy).toBe(true))
    expect(result.current.error).toBe(refusal)
    await act(async () => asked[1]?.succeed('answer'))
    await waitFor(() => expect(result.current).toMatchObject({ data: 'answer', error: null, isBusy: false }))
  })

  it('shows no error of another key', async () => {
    const { asked, show } = givenRead()
    const { result, rerender } = show()
    await act(async () => asked[0]?.fail(refusal))
    await waitFor(() => expect(result.current.error).toBe(refusal))
    rerender({ key: 'second' })
    expect(result.current).toMatchObject({ data: undefined, error: null, isBusy: true })
  })

  it('aborts when its screen is left, and is asked afresh by the next one', async () => {
    const { asked, show } = givenRead()
    const first = show()
    await waitFor(() => expect(asked).toHaveLength(1))
    first.unmount()
    expect(asked[0]?.signal.aborted).toBe(true)

    const second = show()
    await act(async () => asked[1]?.succeed('answer'))
    await waitFor(() => expect(second.result.current.data).toBe('answer'))
    second.unmount()
    await new Promise((resolve) => setTimeout(resolve))
    expect(show().result.current.data).toBe(undefined)
    expect(asked).toHaveLength(3)
  })

  it('is not repeated when the visitor returns to the tab', async () => {
    const { asked, show } = givenRead()
    const { result } = show()
    await act(async () => asked[0]?.succeed('answer'))
    await waitFor(() => expect(result.current.data).toBe('answer'))
    window.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('online'))
    expect(asked).toHaveLength(1)
  })
})
