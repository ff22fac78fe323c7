/**
 * The oldest supported version of each browser, for everything that builds for browsers and for
 * `scripts/check-browsers.ts`. docs/browsers.md says how the versions were chosen.
 */
export type OldestBrowsers = Record<'chrome' | 'edge' | 'firefox' | 'safari' | 'ios', string>

/** The app, the desk and the service worker. */
export const oldestBrowsers: OldestBrowsers = {
  chrome: '111',
  edge: '111',
  firefox: '121',
  safari: '16.4',
  ios: '16.4',
}

/** Exported courses: an LMS is often opened with a browser that nobody updates. */
export const oldestBrowsersOfCourses: OldestBrowsers = {
  chrome: '100',
  edge: '100',
  firefox: '100',
  safari: '15.4',
  ios: '15.4',
}

/** As Vite and esbuild take them. */
export function buildTargets(oldest: OldestBrowsers): string[] {
  return Object.entries(oldest).map(([browser, version]) => browser + version)
}
