import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const web = join(root, 'apps/web')

export default defineConfig({
  test: {
    // By default, a machine with two cores gets one worker. Some tests wait, so a third worker ends a fifth sooner.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        test: {
          name: 'unit',
          // No test in Node replaces a module, and loading modules took longer than testing.
          isolate: false,
          include: ['packages/**/*.test.ts', 'apps/player/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          setupFiles: ['./scripts/fail-on-console.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['./apps/server/src/test-support/global-setup.ts'],
          setupFiles: ['./scripts/fail-on-console.ts'],
          // By default, a second: too short when three workers share two cores.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // With a pretended browser, so in a process of its own.
          name: 'models',
          include: ['e2e/models/**/*.test.ts'],
          globalSetup: ['./apps/server/src/test-support/global-setup.ts'],
          setupFiles: ['./scripts/fail-on-console.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'smoke',
          include: ['scripts/**/*.smoke.ts'],
          setupFiles: ['./scripts/fail-on-console.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: web,
        // Each file is a page of its own: shared modules and a shared window made it matter which files came before.
        test: { name: 'web' },
      },
    ],
  },
})
