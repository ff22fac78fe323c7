import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listIds } from '@kitewise/content/check-structure'
import { type IsSelected, readContentFolder } from '@kitewise/content/read-content-folder'
import type { ContentSource } from '@kitewise/content/source'
import { error, type Finding } from './pieces.ts'
import { renderCovers } from './render-covers.ts'

function writeIfChanged(path: string, text: string): string[] {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return []
  writeFileSync(path, text)
  return [path]
}

/** Draws the covers whose scene has changed. Returns the absolute paths of the written files. */
export function writeCovers(folder: string, isSelected: IsSelected = () => true): string[] {
  const { source } = readContentFolder(folder, isSelected)
  return renderCovers(source).covers.flatMap(({ path, svg }) => writeIfChanged(path, svg))
}

/**
 * Adds new IDs to ids.lock and never removes one. Reserved IDs are final, so the content must be free of errors first.
 * Returns the absolute paths of the written files.
 */
export function reserveIds(folder: string, isSelected: IsSelected = () => true): string[] {
  const { source } = readContentFolder(folder)
  const lock = join(folder, 'ids.lock')
  const locked = existsSync(lock) ? readIdsLock(readFileSync(lock, 'utf8')) : []
  return writeIfChanged(lock, formatIdsLock(locked, source, isSelected))
}

const head = `# Every id that was ever published, one a line. Learners' progress is kept under them: none may be renamed, reused or lost.
# New ones are added by: npm run content:check -- --write
`

function readIdsLock(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** All locked IDs, and those of the selected files. */
function formatIdsLock(locked: readonly string[], source: ContentSource, isSelected: IsSelected): string {
  const chosen = listIds(source).filter(({ file }) => isSelected(file))
  const ids = new Set([...locked, ...chosen.map((place) => place.id)])
  return `${head}${[...ids].toSorted().join('\n')}\n`
}

/** Every locked ID still exists. */
export function findLostIds(text: string, source: ContentSource, file: string): Finding[] {
  const present = new Set(listIds(source).map((place) => place.id))
  const lines = text.split('\n')
  return readIdsLock(text)
    .filter((id) => !present.has(id))
    .map((id) =>
      error(
        { file, line: lines.indexOf(id) + 1 },
        `The published id ${id} is gone`,
        'Bring it back; its text may change',
      ),
    )
}

/** Every ID is locked. */
export function findNewIds(text: string, source: ContentSource): Finding[] {
  const known = new Set(readIdsLock(text))
  return listIds(source)
    .filter((place) => !known.has(place.id))
    .map((place) => error(place, `${place.id} is not in ids.lock`, 'Run npm run content:check -- --write'))
}
