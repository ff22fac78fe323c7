/**
 * `npm run content:check`: finds mistakes in content/ before learners do. Arguments limit it to files whose names
 * contain one of them. `-- --write` also draws covers and, if there are no errors, reserves new IDs. `CONTENT_DIR`
 * names another folder.
 */
import { readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { checkContent } from '@kitewise/content-tools/check-content'
import { formatProblem } from '@kitewise/content/source'
import { reserveIds, writeCovers } from '@kitewise/content-tools/write-generated'

const root = join(import.meta.dirname, '..')
const folder = resolve(root, process.env.CONTENT_DIR ?? 'content')
const isWriting = process.argv.includes('--write')
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'))

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(basename(folder), file))
const unmatched = only.filter((part) => !files.some((file) => file.includes(part)))
if (unmatched.length > 0) {
  console.error(`No file in ${relative(root, folder)} has ${unmatched.join(', ')} in its path.`)
  process.exit(1)
}

const isNamed = (file: string): boolean => only.length === 0 || only.some((part) => file.includes(part))

/** Reserving a file's IDs requires that all files of its folder have no errors. */
const isBesideNamed = (): ((file: string) => boolean) => {
  const folders = new Set(files.filter(isNamed).map((file) => dirname(file)))
  return (file) => isNamed(file) || folders.has(dirname(file))
}

const say = (paths: string[]): void => {
  for (const path of paths) console.log(`written  ${relative(root, path)}`)
}

const started = performance.now()
const isSelected = isWriting ? isBesideNamed() : isNamed
if (isWriting) say(writeCovers(folder, isSelected))
const findings = checkContent(folder, Date.now(), { isSelected, isReserving: isWriting })
for (const finding of findings) console.log(`${finding.level === 'error' ? 'E' : 'W'}  ${formatProblem(finding)}`)

const errors = findings.filter(({ level }) => level === 'error').length
if (isWriting && errors === 0) say(reserveIds(folder, isSelected))
if (isWriting && errors > 0) console.log('No id was reserved: an id is final, so fix the errors first.')
const took = Math.round(performance.now() - started)
console.log(`${errors} errors, ${findings.length - errors} warnings in ${took} ms`)
process.exitCode = errors > 0 ? 1 : 0
