import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the build depends on, relative to the root. */
const sources = ['apps/web', 'apps/desk', 'apps/server/src', 'packages', 'scripts/build.mjs', 'package-lock.json']
const skipped = /^(node_modules|dist|test-support|.*\.test\.tsx?)$/

const listFiles = (path) => {
  if (!existsSync(path)) return []
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    return [path]
  }
  return entries
    .filter(({ name }) => !skipped.test(name))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]))
}

/**
 * One hash of names and contents, because file times mean nothing after a checkout.
 * @param {string} root the repository
 * @returns {string}
 */
export function fingerprintSources(root) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => listFiles(join(root, source))).toSorted((a, b) => (a < b ? -1 : 1))) {
    hash.update(file.slice(root.length))
    hash.update('\0')
    hash.update(readFileSync(file))
    hash.update('\0')
  }
  return hash.digest('hex')
}
