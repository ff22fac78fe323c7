import type { Locator, Page, Request } from '@playwright/test'
import { expect } from './test.ts'

/** Two taps in one frame, so the screen can't change in between. */
export function tapTwice(target: Locator): Promise<void> {
  return target.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}

/**
 * Taps twice and expects one request. A second request would leave in the same frame, so the count is checked after the
 * first response.
 * @param call method and path as in the contract, such as `DELETE /api/subscriptions/{id}`
 */
export async function expectOneCall(page: Page, call: string, target: Locator): Promise<void> {
  const [method, path = ''] = call.split(' ')
  const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const matches = (request: Request): boolean =>
    request.method() === method && address.test(new URL(request.url()).pathname)
  const sent: Request[] = []
  const note = (request: Request): void => void (matches(request) && sent.push(request))
  page.on('request', note)
  const answered = page.waitForResponse((response) => matches(response.request()))
  await tapTwice(target)
  await answered
  page.off('request', note)
  expect(sent, `${call} was sent`).toHaveLength(1)
}

/** Taps twice and expects one new history entry. */
export async function expectOneEntry(page: Page, target: Locator, address: RegExp): Promise<void> {
  const length = (): Promise<number> => page.evaluate(() => history.length)
  const before = await length()
  await tapTwice(target)
  await expect(page).toHaveURL(address)
  expect(await length(), `entries after ${address.source}`).toBe(before + 1)
}
