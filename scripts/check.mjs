// `npm run check`: all checks that don't run the product. Each step's name says what it guards.
import { run } from './run-steps.mjs'

const workspaces = [
  'packages/contract',
  'packages/rules',
  'packages/evaluator',
  'packages/content',
  'packages/content-tools',
  'packages/course-export',
  'packages/api-client',
  'apps/server',
  'apps/web',
  'apps/desk',
  'apps/player',
  'apps/web/src/service-worker',
  'scripts',
  'durability',
  'e2e',
  'bench',
]

/** @param {string} name */
const bin = (name) => `node_modules/.bin/${name}`

/** @type {[name: string, command: string, parts: string[]][]} */
const steps = [
  ...workspaces.map((folder) => [`types of ${folder}`, bin('tsc'), ['-p', folder]]),
  ['lint: boundaries, cycles, sizes, hooks, accessibility', bin('oxlint'), ['--deny-warnings']],
  ['format', bin('oxfmt'), ['--check']],
  ['unused files, exports and dependencies', bin('knip'), []],
  ['folder cycles and sizes', bin('tsx'), ['scripts/check-folders.ts']],
  ['no released migration was changed', bin('tsx'), ['scripts/check-migrations.ts']],
  ['content', bin('tsx'), ['scripts/content-check.ts']],
  ['content/quality.md is what the content is', bin('tsx'), ['scripts/content-quality.ts', '--check']],
  ['texts: every language whole, every sentence used', bin('tsx'), ['scripts/check-texts.ts']],
  ['documents and client of the API are what the contract says', bin('tsx'), ['scripts/openapi.ts', '--check']],
  ['docs name only what exists', bin('tsx'), ['scripts/check-docs.ts']],
  ['docs/spec-coverage.md names only tests that exist', bin('tsx'), ['scripts/check-spec-coverage.ts']],
  ['build', 'node', ['scripts/build.mjs']],
  ['JavaScript per route', bin('tsx'), ['scripts/check-bundle.ts']],
  ['only what the oldest supported browsers have', bin('tsx'), ['scripts/check-browsers.ts']],
]

/** @type {string[]} */
const failed = []
for (const [name, command, parts] of steps) {
  console.log(`\n— ${name}`)
  if ((await run(command, parts)) !== 0) failed.push(name)
}

if (failed.length > 0) {
  console.error(`\nFailed checks:\n${failed.map((name) => `  ${name}`).join('\n')}`)
  process.exit(1)
}
console.log(`\nAll ${steps.length} checks passed.`)
