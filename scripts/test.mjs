// `npm test`: every test, from a fresh clone. Installs what is missing and builds what is stale. Then runs the unit,
// server, web and two-instance tests (vitest), the smoke tests again on newer Node versions, the short simulated attack
// and the journeys (Playwright), and prints one total.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureInstalled } from './ensure-installed.mjs'
import { findChromium } from './find-chromium.mjs'
import { installNode } from './install-node.mjs'
import { run } from './run-steps.mjs'

const results = '.cache/test-results'
/** The smoke tests also run on these. */
const newerNodes = [22, 24]

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

const codes = [await runVitest(process.execPath, 'vitest')]
for (const major of newerNodes)
  codes.push(
    await runVitest(installNode(major), `node-${major}`, ['--project', 'smoke', '--exclude', '**/production-start*']),
  )
codes.push(await run('node_modules/.bin/tsx', ['durability/attack.ts', '--report', `${results}/attack.json`]))
codes.push(
  await run('node_modules/.bin/playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${process.cwd()}/${results}/playwright.json`,
  }),
)

const counts = [
  ...['vitest', ...newerNodes.map((major) => `node-${major}`)].map((name) =>
    countVitest(readJson(`${results}/${name}.json`)),
  ),
  countPlaywright(readJson(`${results}/playwright.json`)),
  countAttack(readJson(`${results}/attack.json`)),
]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
const ended = codes.every((code) => code === 0)
console.log(`${passed} passed, ${ended ? failed : Math.max(failed, 1)} failed`)
process.exit(ended && failed === 0 ? 0 : 1)
