import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A migration that was released never changes: a database that has applied it would refuse to start. Compares with the last release's
 * tag; before the first one with `scripts/migrations.sha256`, where `sha256sum` adds what is final.
 */

const folder = 'apps/server/src/database/migrations'
const listFile = 'scripts/migrations.sha256'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The names of released migrations and what they contained. Names of files that are gone have no match. */
export function findChanged(released: ReadonlyMap<string, string>, current: ReadonlyMap<string, string>): string[] {
  return [...released].flatMap(([name, hash]) => {
    const now = current.get(name)
    if (now === hash) return []
    return [now === undefined ? `${name} was released and is gone` : `${name} was changed after its release`]
  })
}

/** Reads lines as `sha256sum` writes them. */
export function readHashes(text: string): Map<string, string> {
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
}

const git = (...parts: string[]): Buffer => execFileSync('git', parts, { maxBuffer: 64 * 1024 * 1024 })

const readRelease = (): Map<string, string> => {
  const [tag] = git('tag', '--list', 'v*', '--sort=-v:refname').toString().split('\n')
  if (!tag) return readHashes(readFileSync(listFile, 'utf8'))
  const names = git('ls-tree', '--name-only', tag, `${folder}/`).toString().trim().split('\n')
  return new Map(names.map((path) => [path.slice(folder.length + 1), hashOf(git('show', `${tag}:${path}`))]))
}

if (process.argv[1] === import.meta.filename) {
  const current = readdirSync(folder).map((name) => [name, hashOf(readFileSync(join(folder, name)))] as const)
  const changed = findChanged(readRelease(), new Map(current))
  for (const line of changed) console.error(line)
  if (changed.length > 0) process.exit(1)
  console.log('No released migration was changed.')
}
