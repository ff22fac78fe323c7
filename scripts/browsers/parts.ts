import { fileURLToPath } from 'node:url'
import {
  oldestBrowsers,
  oldestBrowsersOfCourses,
  type OldestBrowsers,
} from '../../apps/web/build/supported-browsers.ts'

/** What runs in a browser. */
export type Part = 'web' | 'desk' | 'worker' | 'player'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

export const oldestOf: Record<Part, OldestBrowsers> = {
  web: oldestBrowsers,
  desk: oldestBrowsers,
  worker: oldestBrowsers,
  player: oldestBrowsersOfCourses,
}

/** Whose sources the compiler reads. A project's files include those that it imports. */
export const partsOfProjects = (
  [
    ['web', 'apps/web'],
    ['desk', 'apps/desk'],
    ['worker', 'apps/web/src/service-worker'],
    ['player', 'apps/player'],
  ] as [Part, string][]
).map(([part, folder]) => ({ part, folder, oldest: oldestOf[part] }))
