import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ownScenarios, sharedScenarios, type Stage } from './scenarios.ts'
import { killRemaining } from './server-process.ts'
import { createTable, formatTable } from './table.ts'
import { makeFolder, startSharedWorld } from './world.ts'

// `npm run test:attack`: simulates an outside attacker against built servers on this machine and prints a table of
// results. The short form is part of `npm test`. `-- --long` runs everything in full; `-- --only races,kills` runs some
// scenarios;
// `-- --soak-minutes 15` shortens the soak of the long form. Exits with 1 if a row FAILED.

const { values: options } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    'soak-minutes': { type: 'string', default: '60' },
    report: { type: 'string' },
  },
})

const wanted = options.only === '' ? [] : options.only.split(',')
const names = [...sharedScenarios, ...ownScenarios].map(({ name }) => name)
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No scenario is named ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'kitewise-attack-'))
chmodSync(folder, 0o711)
process.on('exit', () => {
  killRemaining()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const begin = performance.now()
const table = createTable(({ scenario, name, result, limit, outcome, seconds }) =>
  console.log(`${outcome.padEnd(7)} ${scenario}: ${name}: ${result} (limit ${limit}), ${seconds.toFixed(1)} s`),
)
const isPlayed = ({ name, isLongOnly }: { name: string; isLongOnly?: true }): boolean =>
  wanted.length === 0 ? options.long || isLongOnly !== true : wanted.includes(name)

/** A scenario that throws is a row that FAILED. */
const play = async (name: string, work: (stage: Stage) => Promise<void>): Promise<void> => {
  const attempt = table.tryFor(name)
  try {
    await work({ attempt, isLong: options.long })
  } catch (error) {
    await attempt({ name: 'whole scenario', tried: 'play it to its end', limit: 'no error' }, () => {
      throw error
    })
  }
}

const sharedOnes = sharedScenarios.filter(isPlayed)
const world = sharedOnes.length > 0 ? await startSharedWorld(makeFolder(folder, 'shared')) : null

const playShared = async (chosen: typeof sharedOnes): Promise<void> => {
  if (world === null) return
  for (const { name, play: work } of chosen) await play(name, (stage) => work(world, stage))
}

const playOwn = async (waits: boolean): Promise<void> => {
  const soakMinutes = Number(options['soak-minutes'])
  const chosen = ownScenarios.filter((scenario) => isPlayed(scenario) && (scenario.isMostlyWaiting ?? false) === waits)
  for (const { name, play: work } of chosen)
    await play(name, (stage) => work(makeFolder(folder, name), { ...stage, soakMinutes }))
}

await playShared(sharedOnes.filter(({ isPlayedAlone }) => isPlayedAlone))
const others = sharedOnes.filter(({ isPlayedAlone }) => !isPlayedAlone)
await Promise.all([playShared(others), playOwn(false), playOwn(true)])
await world?.stop()
table.rows.sort((a, b) => names.indexOf(a.scenario) - names.indexOf(b.scenario))

const passed = table.rows.filter(({ outcome }) => outcome === 'ok').length
const failed = table.rows.filter(({ outcome }) => outcome === 'FAILED').length
const skipped = table.rows.length - passed - failed
console.log(`\n${formatTable(table.rows)}\n`)
console.log(
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}, in ${Math.round((performance.now() - begin) / 1000)} s`,
)
if (options.report !== undefined) writeFileSync(options.report, JSON.stringify({ passed, failed, rows: table.rows }))
process.exit(failed === 0 ? 0 : 1)
