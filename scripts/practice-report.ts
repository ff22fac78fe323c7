/**
 * `npm run practice:report`: how well the checklist does on the labeled sets in packages/evaluator/data, with targets.
 * Exits with 1 if one is missed. `-- --misses` also lists the misses of the open half; the held-out half is only counted.
 */
import { measurePractice, readSets, rows } from './practice-report/measure.ts'
import { listMisses } from './practice-report/list-misses.ts'

const sets = readSets()
const table = rows(measurePractice(sets))
const width = Math.max(...table.map(({ name }) => name.length))
for (const { name, value, target, isMet } of table)
  console.log(`${isMet ? 'ok    ' : 'MISSED'}  ${name.padEnd(width)}  ${value.padStart(12)}  ${target}`)
if (process.argv.includes('--misses')) for (const line of listMisses(sets)) console.log(line)
process.exitCode = table.every(({ isMet }) => isMet) ? 0 : 1
