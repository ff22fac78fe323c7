import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { type ChunkFailure, ChunkLoadError } from '../../lib/chunk-loading.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { RootErrorBoundary } from '../root-error.tsx'
import { readShapes } from './read-shapes.tsx'
import { ScreenErrorBoundary, ScreenSkeleton, ShapesContext } from './screen.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

const showFailing = (error: Error) => {
  const Failing = () => {
    throw error
  }
  return renderPage(
    <RootErrorBoundary>
      <ScreenErrorBoundary>
        <Switch>
          <Route path="/course" component={Failing} />
          <Route>
            <h1>Another screen</h1>
          </Route>
        </Switch>
      </ScreenErrorBoundary>
    </RootErrorBoundary>,
    '/course',
  )
}

it.each<ChunkFailure>(['timeout', 'missing', 'error'])('names the failed chunk, and the reason: %s', (reason) => {
  showFailing(new ChunkLoadError('course', reason))
  expect(screen.getByText(new RegExp(`Loading chunk course failed\\. \\(${reason}\\)`))).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

it('disappears on navigation', async () => {
  const { user } = showFailing(new ChunkLoadError('course', 'error'))
  await user.click(screen.getByRole('link', { name: 'Go to the home page' }))
  expect(screen.getByRole('heading', { name: 'Another screen' })).toBeTruthy()
})

it('leaves every other error to the root', () => {
  showFailing(new Error('no chunk'))
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
})

it.each([
  ['/dashboard', 'today'],
  ['/courses', 'courses'],
  ['/course/ai-zero', 'path'],
  ['/course/ai-zero/lesson/one/learn', 'lesson'],
  ['/boost', 'boost'],
  ['/profile', 'profile'],
  ['/subscription', 'subscription'],
  ['/support', 'form'],
  ['/language', 'choices'],
  ['/delete-account', 'cards'],
  ['/terms', 'text'],
  ['/month-plan', 'month'],
  ['/login', 'page'],
])('a screen that loads shows its own shape: %s', (address, shape) => {
  const { container } = renderPage(
    <ShapesContext value={readShapes}>
      <ScreenSkeleton />
    </ShapesContext>,
    address,
  )
  expect(container.querySelector('[data-shape]')?.getAttribute('data-shape')).toBe(shape)
})
