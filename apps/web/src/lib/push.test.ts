import { afterEach, expect, it, vi } from 'vitest'
import { leavePush } from './push.ts'

afterEach(() => vi.unstubAllGlobals())

const givenRegistration = (scope: string) => {
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true)
  const pushManager = { getSubscription: async () => ({ unsubscribe }) }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ scope, pushManager }) } })
  return unsubscribe
}

it('ends the notifications of this browser', async () => {
  const unsubscribe = givenRegistration('https://kitewise.example/push/')
  await leavePush()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

it('leaves the worker of the app alone', async () => {
  const unsubscribe = givenRegistration('https://kitewise.example/')
  await leavePush()
  expect(unsubscribe).not.toHaveBeenCalled()
})

it('is nothing where there are no notifications, or where the browser fails', async () => {
  vi.stubGlobal('navigator', {})
  await expect(leavePush()).resolves.toBeUndefined()
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.reject(new Error('no storage')) } })
  await expect(leavePush()).resolves.toBeUndefined()
})
