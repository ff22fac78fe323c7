// `npm run test:attack`: simulates an outside attacker against built servers on this machine, and prints what withstood.
// The short form runs with every `npm test`. `-- --long` repeats everything in full numbers; `-- --only races,kills` plays some
// scenarios; `-- --soak-minutes 15` shortens the soak of the long form. Exits with 1 when a row FAILED.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { scenarios } from './attack/scenarios.ts'
import { killRemaining } from './attack/server-process.ts'
import { createTable, formatTable } from './attack/table.ts'
import { makeFolder, startCluster } from './attack/world.ts'

const { values: options } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    'soak-minutes': { type: 'string', default: '60' },
    report: { type: 'string' },
  },
})

const wanted = options.only === '' ? [] : options.only.split(',')
const unknown = wanted.filter((name) => !scenarios.some((scenario) => scenario.name === name))
if (unknown.length > 0) {
  console.error(
    `No scenario is named ${unknown.join(', ')}. There are: ${scenarios.map(({ name }) => name).join(', ')}`,
  )
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
const cluster = await startCluster(makeFolder(folder, 'cluster'))
for (const { name, isLongOnly, play } of scenarios) {
  const isPlayed = wanted.length === 0 ? options.long || isLongOnly !== true : wanted.includes(name)
  if (!isPlayed) continue
  const attempt = table.tryFor(name)
  const stage = {
    cluster,
    attempt,
    folder: makeFolder(folder, name),
    isLong: options.long,
    soakMinutes: Number(options['soak-minutes']),
  }
  await play(stage).catch((error: unknown) =>
    attempt({ name: 'preparation', tried: 'start what the scenario needs', limit: 'no error' }, () =>
      Promise.reject(error instanceof Error ? error : new Error(String(error))),
    ),
  )
}
await cluster.stop()

const passed = table.rows.filter(({ outcome }) => outcome === 'ok').length
const failed = table.rows.filter(({ outcome }) => outcome === 'FAILED').length
const skipped = table.rows.length - passed - failed
console.log(`\n${formatTable(table.rows)}\n`)
console.log(
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}, in ${Math.round((performance.now() - begin) / 1000)} s`,
)
if (options.report !== undefined) writeFileSync(options.report, JSON.stringify({ passed, failed, rows: table.rows }))
process.exit(failed === 0 ? 0 : 1)
