import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { Clock, JudgeName, Learner, NewDevice, Provider } from './commands.ts'
import { loadAfterDialogs } from './settle.ts'
import { startModel, type Model } from './start-model.ts'
import { startWorld, type World } from './start-world.ts'
import { noteTextNodes } from './text-nodes.ts'
import { type Dialect, translatePage, translationMark } from './translator.ts'

type Fixtures = {
  /** Signs a learner in. The page shows no screen yet; the next one that it opens is signed in. */
  signIn: (learner: Learner) => Promise<void>
  /** How the browser translates every page of this test. TRANSLATOR=fonts runs any journey translated. */
  translator: Dialect | null
}

type WorkerFixtures = {
  world: World
  provider: Provider
  newDevice: NewDevice
  clock: Clock
  judge: JudgeName
  /** The model of a world whose judge is `model`. */
  model: Model
  /** Browser storage of a signed-in learner with two finished lessons, for read-only tests. */
  signedInState: StorageState
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Leaves values in the browser's storage, from a page of the product that runs no scripts. */
export async function keepInBrowser(page: Page, values: Record<string, string>): Promise<void> {
  await page.goto('/favicon.ico')
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, values)
}

const signInOn = async (page: Page, { email, pin }: Learner): Promise<void> => {
  const answer = await page.request.post('/api/product-user/login', { data: { email, pin } })
  expect(answer.status(), `signing in ${email}`).toBe(200)
  const { jwt } = (await answer.json()) as { jwt: string }
  await keepInBrowser(page, { jwt_token: jwt })
}

/** Signs a learner in on the screen and waits for the dashboard. */
export async function signInByForm(page: Page, { email, pin }: Learner): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await enterPin(page, pin)
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** A test with the whole product, started once per worker. Page errors and third-party requests fail it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  provider: ['embedded', { option: true, scope: 'worker' }],
  newDevice: ['risk', { option: true, scope: 'worker' }],
  clock: ['ours', { option: true, scope: 'worker' }],
  judge: ['checklist', { option: true, scope: 'worker' }],
  model: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const model = await startModel()
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ provider, newDevice, clock, judge, model }, use) => {
      const world = await startWorld({ provider, newDevice, clock, modelUrl: judge === 'model' ? model.url : null })
      await use(world)
      await world.stop()
    },
    // Starting takes about ten seconds of CPU time, which a busy machine may not have.
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
  translator: [(process.env.TRANSLATOR as Dialect | undefined) ?? null, { option: true }],
  page: async ({ page, world, translator }, use, testInfo) => {
    const troubles: string[] = []
    await noteTextNodes(page, troubles)
    if (translator) await page.addInitScript(translatePage, { dialect: translator, mark: translationMark })
    page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
    page.on('request', (request) => {
      const address = request.url()
      const isOurs = address.startsWith(world.url) || address.startsWith(world.providerUrl)
      if (!isOurs && !/^(data|blob):/.test(address)) troubles.push(`foreign request: ${address}`)
    })
    loadAfterDialogs(page)
    await use(page)
    // Playwright's own option takes a picture after every test and then drops those of passed ones.
    if (testInfo.errors.length > 0 && !page.isClosed())
      await testInfo.attach('screenshot', { body: await page.screenshot(), contentType: 'image/png' })
    expect(troubles).toEqual([])
  },
  signIn: async ({ page }, use) => {
    await use((learner) => signInOn(page, learner))
  },
  signedInState: [
    async ({ world, browser }, use) => {
      const context = await browser.newContext({ baseURL: world.url })
      await signInOn(await context.newPage(), await world.makeLearner({ finishedLessons: 3 }))
      await use(await context.storageState())
      await context.close()
    },
    { scope: 'worker' },
  ],
})

/** Types the digits one by one; the fourth submits. */
export async function enterPin(page: Page, pin: string): Promise<void> {
  await page
    .getByLabel(/digit 1|PIN/i)
    .first()
    .click()
  await page.keyboard.type(pin)
}

export { expect }
