import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Every line of docs/spec-coverage.md ends in a proof, `file › part of a test's name` in backticks (or several), or in
 * "later: reason". Fails if a named test doesn't exist.
 */
const root = join(import.meta.dirname, '..')
const document = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')

const cells = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const problemOfProof = (proof: string): string | null => {
  const [file = '', name] = proof.split(' › ')
  const path = join(root, file)
  if (!existsSync(path)) return `${file} does not exist`
  if (name === undefined) return `${proof}: name the test after " › "`
  return readFileSync(path, 'utf8').includes(name) ? null : `${file} has no test named "${name}"`
}

let proven = 0
let later = 0
const problems: string[] = []
document.split('\n').forEach((line, index) => {
  if (!line.startsWith('|') || /^\|[\s:|-]+\|$/.test(line)) return
  const proof = cells(line).at(-1) ?? ''
  if (proof === 'Proof') return
  const named = [...proof.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
  if (named.length === 0 && !/^later: \S/.test(proof))
    problems.push(`line ${index + 1}: no proof and no "later: reason"`)
  for (const one of named) {
    const problem = problemOfProof(one)
    if (problem !== null) problems.push(`line ${index + 1}: ${problem}`)
  }
  if (named.length > 0) proven += 1
  else later += 1
})

for (const problem of problems) console.error(`docs/spec-coverage.md ${problem}`)
console.log(`${proven} requirements proven, ${later} later.`)
process.exit(problems.length === 0 ? 0 : 1)
