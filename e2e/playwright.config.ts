import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.mjs'

/**
 * Chromium uses only the last list of disabled features, so this repeats Playwright's list and adds two: the address
 * bar's invisible popups, which cost a second of CPU time per browser context.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

const launchOptions = {
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
}

/** Journeys run at phone size; those tagged @laptop also run on a wide screen. */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  globalSetup: './support/bundle-world.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Traces slow every test by a sixth, so rerun a failed test with --trace on.
  // The service worker fetches the whole app for each test, a quarter of its time. Journeys that are about it allow it.
  use: {
    launchOptions,
    locale: 'en-GB',
    actionTimeout: 20_000,
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], defaultBrowserType: 'chromium', viewport: { width: 390, height: 844 } },
    },
    { name: 'laptop', grep: /@laptop/, use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
  ],
})
