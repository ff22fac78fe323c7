import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * The lint caps single files; this holds the whole to a shape that stays readable:
 * median ≤ 60 and 90th percentile ≤ 160 lines over all source files that are not tests.
 */
const limits = { median: 60, ninetieth: 160 }

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\.(test|smoke|config)\.|^e2e\/|\.d\.ts$/.test(file))

const sizes = files.map((file) => readFileSync(file, 'utf8').split('\n').length).sort((a, b) => a - b)
const at = (share: number): number => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0

const found = { median: at(0.5), ninetieth: at(0.9) }
console.log(`${files.length} source files: median ${found.median} lines, 90th percentile ${found.ninetieth}`)
if (found.median > limits.median || found.ninetieth > limits.ninetieth) {
  console.error(
    `Too large: median must be ≤ ${limits.median}, 90th percentile ≤ ${limits.ninetieth}. Split files by verb.`,
  )
  process.exit(1)
}
