import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.mjs'

const launchOptions = {
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
  ],
}

/** Journeys at phone size first; the ones marked @laptop also run on a wide screen. */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Recording a trace makes every test a sixth slower: run the one that failed again with --trace on.
  use: { launchOptions, screenshot: 'only-on-failure', locale: 'en-GB', actionTimeout: 20_000 },
  projects: [
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], defaultBrowserType: 'chromium', viewport: { width: 390, height: 844 } },
    },
    { name: 'laptop', grep: /@laptop/, use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
  ],
})
