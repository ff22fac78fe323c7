import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContentFolder, type IsSelected } from '../reading/read-content-folder.ts'
import { formatIdsLock, readIdsLock } from './ids-lock.ts'
import { renderCovers } from './render-covers.ts'

function writeIfChanged(path: string, text: string): string[] {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return []
  writeFileSync(path, text)
  return [path]
}

/** Draws the covers whose scene has changed. Returns the absolute paths of the files that were written. */
export function writeCovers(folder: string, isSelected: IsSelected = () => true): string[] {
  const { source } = readContentFolder(folder, isSelected)
  return renderCovers(source).covers.flatMap(({ path, svg }) => writeIfChanged(path, svg))
}

/**
 * Adds new ids to ids.lock; never takes an id out. An id is final once reserved, so the content must be free of errors first.
 * Returns the absolute paths of the files that were written.
 */
export function reserveIds(folder: string, isSelected: IsSelected = () => true): string[] {
  const { source } = readContentFolder(folder)
  const lock = join(folder, 'ids.lock')
  const locked = existsSync(lock) ? readIdsLock(readFileSync(lock, 'utf8')) : []
  return writeIfChanged(lock, formatIdsLock(locked, source, isSelected))
}
