import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

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
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
          setupFiles: ['./scripts/fail-on-console.ts'],
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['./apps/server/src/test-support/global-setup.ts'],
          setupFiles: ['./scripts/fail-on-console.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'smoke',
          include: ['scripts/**/*.smoke.ts'],
          setupFiles: ['./scripts/fail-on-console.ts'],
          testTimeout: 30_000,
        },
      },
      'apps/web/vite.config.ts',
    ],
  },
})
