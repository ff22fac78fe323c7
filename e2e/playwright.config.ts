import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.mjs'

/**
 * Chromium takes the last list of features to disable, so Playwright's own list is here too. Two are ours: the popups of the address bar,
 * which nobody sees, are web pages that the browser loads for each context, for a second of CPU time.
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
