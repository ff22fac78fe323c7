import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChunkLoadError } from '../lib/chunk-loading.ts'
import { RootErrorBoundary } from './root-error.tsx'

const log = vi.fn<() => void>()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(log))
afterEach(() => vi.restoreAllMocks())

const showFailing = (error: Error) => {
  const Failing = () => {
    throw error
  }
  return render(
    <RootErrorBoundary>
      <Failing />
    </RootErrorBoundary>,
  )
}

it('an uncaught error shows Unexpected Application Error! without its details', () => {
  const { container } = showFailing(new Error('secret inner words'))
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/')
  expect(container.textContent).not.toContain('secret')
  expect(log).toHaveBeenCalled()
})

it('names the chunk even when the texts failed to load', () => {
  showFailing(new ChunkLoadError('texts-en', 'timeout'))
  expect(screen.getByText('Loading chunk texts-en failed. (timeout)')).toBeTruthy()
})
