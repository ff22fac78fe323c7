/**
 * `npm run dev` calls this after each change of a content file. Copies valid content to where the server reads it;
 * otherwise prints every problem, keeps the last good copy and exits with 1. Arguments: content folder, folder for
 * copies.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ContentError } from '@kitewise/content/source'
import { loadContent } from '@kitewise/content/load-content'

const [content = '', copies = ''] = process.argv.slice(2)
const next = join(copies, 'next', basename(content))
const good = join(copies, 'good', basename(content))

/** Checks the copy, because files may change while they're read. */
const takeContent = (): void => {
  rmSync(join(copies, 'next'), { recursive: true, force: true })
  cpSync(content, next, { recursive: true })
  loadContent(next)
  rmSync(good, { recursive: true, force: true })
  mkdirSync(join(copies, 'good'), { recursive: true })
  renameSync(next, good)
  // The server restarts when this file changes, so never in the middle of a copy.
  writeFileSync(join(copies, 'good-since'), new Date().toISOString())
}

try {
  if (!existsSync(content))
    throw new ContentError([
      { file: basename(content), line: 1, what: 'The folder is missing', fix: 'Set CONTENT_DIR' },
    ])
  takeContent()
} catch (error) {
  if (!(error instanceof ContentError)) throw error
  process.stdout.write(`${error.message}\n`)
  process.exitCode = 1
}
