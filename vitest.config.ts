import { defineConfig } from 'vitest/config'

/** Unit and server tests run in Node; tests of the web run in a DOM. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
          setupFiles: ['./scripts/fail-on-console.ts'],
        },
      },
      {
        test: {
          name: 'server',
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
