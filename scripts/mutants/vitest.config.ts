import { defineConfig } from 'vitest/config'
import tests from '../../vitest.config.ts'

/**
 * The tests that run against a mutant: by default those of its folder, in the project that also runs them otherwise. `test-mutants.ts` sets
 * the variables.
 */
const { MUTANTS_TESTS: folders = '', MUTANTS_PROJECT: name } = process.env

const projects = (tests.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project && project.test ? [project.test] : [],
)

const project = projects.find((project) => project.name === name)

export default defineConfig({
  test: {
    ...project,
    // Stryker has its own limit, and a slow machine must not count as a failed test.
    testTimeout: 120_000,
    setupFiles: [
      ...[project?.setupFiles ?? []].flat(),
      ...(name === 'unit' ? ['./scripts/mutants/limit-properties.ts'] : []),
    ],
    include: folders.split(',').map((folder) => `${folder}/**/*.test.ts`),
    // Random histories over HTTP, and time measurements. The tests next to them state the same rules in single cases.
    exclude: ['**/node_modules/**', '**/*-model.test.ts', '**/*-replay.test.ts', '**/*-timing.test.ts'],
  },
})
