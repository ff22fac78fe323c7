import { createHash } from 'node:crypto'

/**
 * Stryker has no sampling. It asks a checker which mutants to run, so this plugin accepts the first ones in a random order that
 * depends only on the seed and on the mutants.
 */

/**
 * @typedef {{ line: number, column: number }} Position counted from 0, as Stryker does for checkers
 * @typedef {{ fileName: string, location: { start: Position, end: Position }, mutatorName: string, replacement?: string }} Mutant
 */

/**
 * The mutants with the lowest hashes. Of a larger set it takes the same ones, where they are among the lowest.
 * @template {Mutant} M
 * @param {readonly M[]} mutants
 * @param {{ count: number, seed: string }} sample
 * @returns {M[]}
 */
export function drawSample(mutants, { count, seed }) {
  const ranked = mutants.map((mutant) => ({ mutant, rank: rankOf(mutant, seed) }))
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return ranked.slice(0, count).map(({ mutant }) => mutant)
}

/**
 * @param {Mutant} mutant
 * @param {string} seed
 */
function rankOf({ fileName, location: { start, end }, mutatorName, replacement }, seed) {
  const path = fileName.slice(fileName.indexOf(process.env.MUTANTS_FOLDER ?? ''))
  const place = [start.line, start.column, end.line, end.column]
  return createHash('sha256')
    .update(JSON.stringify([seed, path, place, mutatorName, replacement]))
    .digest('hex')
}

/** The checker never rejects the mutants of the sample, so Stryker reports the others as compile errors. */
function createChecker() {
  const { MUTANTS_SAMPLE: count, MUTANTS_SEED: seed = '' } = process.env
  const name = 'sample'
  return {
    init: () => Promise.resolve(),
    /** @param {(Mutant & { id: string })[]} mutants all that a test covers */
    group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
    /** @param {(Mutant & { id: string })[]} mutants */
    check: (mutants) => {
      const drawn = new Set(drawSample(mutants, { count: Number(count), seed }))
      const results = mutants.map((mutant) => [
        mutant.id,
        drawn.has(mutant) ? { status: 'passed' } : { status: 'compileError', reason: `not in the ${name}` },
      ])
      return Promise.resolve(Object.fromEntries(results))
    },
  }
}

/** What Stryker loads. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createChecker }]
