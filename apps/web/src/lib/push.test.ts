import { afterEach, expect, it, vi } from 'vitest'
import { leavePush } from './push.ts'

afterEach(() => vi.unstubAllGlobals())

const givenRegistration = (scope: string) => {
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true)
  const pushManager = { getSubscription: async () => ({ unsubscribe }) }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ scope, pushManager }) } })
  return unsubscribe
}

it("ends this browser's notifications", async () => {
  const unsubscribe = givenRegistration('https://kitewise.example/push/')
  await leavePush()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

it("leaves the app's worker alone", async () => {
  const unsubscribe = givenRegistration('https://kitewise.example/')
  await leavePush()
  expect(unsubscribe).not.toHaveBeenCalled()
})

it('does nothing when notifications are unsupported or the browser fails', async () => {
  vi.stubGlobal('navigator', {})
  await expect(leavePush()).resolves.toBeUndefined()
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.reject(new Error('no storage')) } })
  await expect(leavePush()).resolves.toBeUndefined()
})
