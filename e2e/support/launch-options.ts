import { findChromium } from '../../scripts/find-chromium.mjs'

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

/** @param needs notifications need the whole browser */
export const launchOptions = (needs: 'pages' | 'notifications' = 'pages') => ({
  executablePath: findChromium(needs),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
})
