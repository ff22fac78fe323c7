import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast } from '../lib/toast.ts'
import { renderPage } from '../test-support/render-page.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('shows a success under Nice! and an error under Oops!, for 4000 ms', async () => {
  renderPage(null)
  act(() => {
    toast.successPreset('pinReady')
    toast.error('Failed to set PIN code. Please try again.')
  })
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Nice!Your PIN is ready.',
    'Oops!Failed to set PIN code. Please try again.',
  ])
  await wait(3_999)
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await wait(1)
  expect(screen.queryAllByRole('listitem')).toHaveLength(0)
})

it('keeps a toast open while its button has the focus', async () => {
  renderPage(null)
  act(() => toast.success('Saved'))
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
  await wait(10_000)
  expect(screen.getByText('Saved')).toBeTruthy()
  act(() => screen.getByRole('button', { name: 'Dismiss' }).blur())
  await wait(4_000)
  expect(screen.queryByText('Saved')).toBe(null)
})

it.each([
  ['errorPreset', 'pinMismatch', 'Oops!PIN codes do not match.'],
  ['successPreset', 'pinReady', 'Nice!Your PIN is ready.'],
  ['successPreset', 'verificationSent', 'Nice!Verification email has been sent.'],
  ['successPreset', 'accountDeleted', 'Nice!Your account has been deleted successfully.'],
  ['errorPreset', 'network', 'Oops!We couldn’t reach Kitewise. Check your connection and try again.'],
  ['errorPreset', 'generic', 'Oops!Something went wrong. Please try again.'],
] as const)('has a preset toast %s of %s', (kind, preset, words) => {
  renderPage(null)
  act(() => toast[kind](preset))
  expect(screen.getByRole('listitem').textContent).toBe(words)
})
