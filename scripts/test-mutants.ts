import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { drawSample } from './mutants/sample.mjs'

/**
 * `npm run test:mutants -- packages/rules [--sample 200] [--seed 1] [--tests folder,folder]`: changes the code of a folder or file in one
 * place at a time and runs the folder's tests, or those of `--tests` for code that other folders' tests cover. A change that no test notices survives. Prints the survivors and the share of mutants that the tests killed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' }, tests: { type: 'string' } },
})
const path = (positionals[0] ?? '').replace(/\/$/, '')
const isFile = path.endsWith('.ts')
const folder = isFile ? dirname(path) : path
const settings = settingsOf(path)
if (!settings || !existsSync(path)) {
  console.error('Name a folder or file of packages/ or apps/server/, for example packages/rules.')
  process.exit(2)
}

/** The server's tests take seconds per mutant. Its strings are mostly SQL, which fails when emptied, and lines of the log. */
function settingsOf(path: string) {
  if (path.startsWith('packages/')) return { project: 'unit', timeoutMS: 30_000, excludedMutations: [] }
  if (path.startsWith('apps/server/'))
    return { project: 'server', timeoutMS: 60_000, excludedMutations: ['StringLiteral'] }
  return null
}

/** The processes that Stryker starts read these. */
process.env.MUTANTS_FOLDER = folder
process.env.MUTANTS_TESTS = values.tests ?? folder
process.env.MUTANTS_PROJECT = settings.project
process.env.MUTANTS_SAMPLE = values.sample ?? 'Infinity'
process.env.MUTANTS_SEED = values.seed

const results = await new Stryker({
  mutate: [isFile ? path : `${path}/**/*.ts`, '!**/*.test.ts', '!**/test-support/**'],
  mutator: { excludedMutations: settings.excludedMutations },
  ignorePatterns: ['dist', '.data', '.cache', 'test-results', 'playwright-report'],
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/sample.mjs'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts' },
  checkers: values.sample ? ['sample'] : [],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: settings.timeoutMS,
  disableTypeChecks: false,
  tempDirName: '.cache/mutants',
  reporters: ['progress-append-only'],
}).runMutationTest()

type Mutant = (typeof results)[number]

/** Stryker reports the mutants outside the sample as compile errors. */
const isRun = ({ status }: Mutant) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status)
const all = results.map((result) => ({ ...result, location: countFromZero(result.location) }))
const mutants = drawSample(all.filter(isRun), { count: Number(values.sample ?? Infinity), seed: values.seed })
const survivors = mutants
  .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  .toSorted((a, b) => a.fileName.localeCompare(b.fileName) || a.location.start.line - b.location.start.line)
const killed = mutants.length - survivors.length
const share = mutants.length === 0 ? 0 : (100 * killed) / mutants.length
const drawn = values.sample ? `, drawn from ${results.length} with seed ${values.seed}` : ''
const report = [
  ...survivors.map(describeSurvivor),
  `${path}: ${killed} of ${mutants.length} mutants killed (${share.toFixed(1)} %)${drawn}`,
].join('\n')

mkdirSync('.cache/mutants', { recursive: true })
writeFileSync(`.cache/mutants/${path.replaceAll('/', '-')}.txt`, `${report}\n`)
console.log(report)

/** Stryker's results count from 1, unlike what a checker gets. */
function countFromZero({ start, end }: Mutant['location']): Mutant['location'] {
  const before = ({ line, column }: typeof start) => ({ line: line - 1, column: column - 1 })
  return { start: before(start), end: before(end) }
}

function describeSurvivor({ fileName, location: { start, end }, replacement, status }: Mutant): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1)
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column) ?? ''
  lines[0] = lines[0]?.slice(start.column) ?? ''
  const place = `${relative(process.cwd(), fileName)}:${start.line + 1}:${start.column + 1}`
  const uncovered = status === 'NoCoverage' ? ' (no test runs it)' : ''
  return `${place}${uncovered}\n  - ${inOneLine(lines.join('\n'))}\n  + ${inOneLine(replacement ?? '')}`
}

function inOneLine(code: string): string {
  return code.replace(/\s+/g, ' ').trim()
}
