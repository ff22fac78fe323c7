import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { DatabaseStartError } from './start-error.ts'

/** One numbered SQL file. `sha256` is taken with Unix line ends, so a checkout on Windows has the same. */
export type Migration = { name: string; sql: string; sha256: string }

/** Beside this file in the sources, beside the bundle in `dist/server`. */
const ownFolder = fileURLToPath(new URL('./migrations/', import.meta.url))

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/

/**
 * Reads the migrations in the order of their numbers. Numbers may be left out, never used twice.
 * @throws DatabaseStartError on a file name that is none or a number used twice
 */
export const readMigrations = (folder = ownFolder): Migration[] => {
  const names = readdirSync(folder).sort()
  const numbers = new Map<string, string>()
  return names.map((name) => {
    const number = fileName.exec(name)?.[1]
    if (number === undefined) throw new DatabaseStartError(`Migration ${name} must be called NNNN_what_it_does.sql.`)
    const other = numbers.get(number)
    if (other !== undefined)
      throw new DatabaseStartError(
        `Migrations ${other} and ${name} have the same number. Give the newer one the next number.`,
      )
    numbers.set(number, name)
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}
