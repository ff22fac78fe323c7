import { defineConfig, devices } from '@playwright/test'
import { ensureFirefox, ensureWebKit } from '../scripts/find-engines.mjs'
import type { EngineName } from './engines/test.ts'
import { launchOptions } from './support/launch-options.ts'

/** The other engines, where the system has them: docs/browsers.md. */
const engines: EngineName[] = [
  ...(ensureFirefox() ? (['firefox'] as const) : []),
  ...(ensureWebKit() ? (['webkit'] as const) : []),
]

/** Journeys run at phone size; those tagged @laptop also run on a wide screen. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: './journeys',
  outputDir: '../test-results',
  globalSetup: './support/bundle-world.ts',
  // One more than the cores of a small machine: a screen that waits for a delay leaves its core idle.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Traces slow every test by a sixth, so rerun a failed test with --trace on.
  // The service worker fetches the whole app for each test, a quarter of its time. Journeys that are about it allow it.
  use: {
    launchOptions: launchOptions(),
    locale: 'en-GB',
    actionTimeout: 20_000,
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'phone',
      // One pixel per CSS pixel: the machine draws without a graphics card, and a phone's 2.6 take a sixth of the time.
      use: {
        ...devices['Pixel 7'],
        defaultBrowserType: 'chromium',
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 1,
      },
    },
    { name: 'laptop', grep: /@laptop/, use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
    ...engines.map((engineName) => ({ name: engineName, testDir: './engines', use: { engineName } })),
  ],
})
