import { expect, it } from 'vitest'
import { wantedScreen } from './wanted-screen.ts'

it.each([
  '/reminders',
  '/boost',
  '/course/ai-zero/lesson/ai-zero.l03/start',
  '/course/ai-zero/certificate',
  '/delete-account',
  '/subscription',
])('%s opens after the sign-in that it required', (path) => {
  wantedScreen.remember(path)
  expect(wantedScreen.read()).toBe(path)
})

it.each(['/dashboard', '/profile', '/course/ai-zero', '//evil.example/lesson/x/start', '/course/a/lesson/b/learn'])(
  '%s opens the dashboard instead',
  (path) => {
    wantedScreen.remember('/boost')
    wantedScreen.remember(path)
    expect(wantedScreen.read()).toBeNull()
  },
)
