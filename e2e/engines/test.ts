import { writeFileSync } from 'node:fs'
import { test as base, expect } from '@playwright/test'
import type { Dialect } from '../support/translator.ts'
import type { Learner } from '../support/commands.ts'
import { startWorld, type World } from '../support/start-world.ts'
import type { Driver, Engine } from './driver.ts'
import { enginePage, type EnginePage } from './engine-page.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

export type EngineName = 'firefox' | 'webkit'

type WorkerFixtures = { engineName: EngineName; engine: Engine; world: World }

type Fixtures = {
  /** A browser that has never been here. */
  visit: () => Promise<EnginePage>
  tab: EnginePage
  /** How the browser translates every page of this test. */
  translator: Dialect | null
}

/** A test with the whole product in a browser of another engine than Chromium. Page errors fail it, where the engine tells. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await (engineName === 'firefox' ? startFirefox() : startWebKit())
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const world = await startWorld({ provider: 'embedded', newDevice: 'risk', clock: 'ours', modelUrl: null })
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  translator: [null, { option: true }],
  visit: async ({ engine, world, translator }, use, testInfo) => {
    const drivers: Driver[] = []
    await use(async () => {
      const earlier = drivers.at(-1)
      await earlier?.close()
      const driver = await engine.visit()
      drivers.push(driver)
      return enginePage(driver, world.url, translator)
    })
    const last = drivers.at(-1)
    if (last && testInfo.errors.length > 0) writeFileSync(testInfo.outputPath('failure.png'), await last.screenshot())
    await last?.close()
    expect(drivers.flatMap((driver) => driver.errors())).toEqual([])
  },
  tab: async ({ visit }, use) => {
    await use(await visit())
  },
})

/** Signs a learner in without the screens for it. The next page that opens is signed in. */
export async function signIn(page: EnginePage, world: World, { email, pin }: Learner): Promise<void> {
  const answer = await fetch(`${world.url}/api/product-user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, pin }),
  })
  const { jwt } = (await answer.json()) as { jwt: string }
  // A page of the product that runs no scripts.
  await page.open('/robots.txt')
  await page.until('the storage is there', keepToken, jwt)
}

const keepToken = (jwt: string): boolean => {
  if (!location.pathname.endsWith('/robots.txt')) return false
  localStorage.setItem('jwt_token', jwt)
  return localStorage.getItem('jwt_token') === jwt
}

export { expect }
