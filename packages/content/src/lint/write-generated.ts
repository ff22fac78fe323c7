import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContentFolder } from '../reading/read-content-folder.ts'
import { formatIdsLock, readIdsLock } from './ids-lock.ts'
import { renderCovers } from './render-covers.ts'

function writeIfChanged(path: string, text: string): string[] {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return []
  writeFileSync(path, text)
  return [path]
}

/**
 * Draws the covers whose scene has changed and adds new ids to ids.lock; never takes an id out.
 * Returns the absolute paths of the files that were written.
 */
export function writeGenerated(folder: string): string[] {
  const { source } = readContentFolder(folder)
  const lock = join(folder, 'ids.lock')
  const locked = existsSync(lock) ? readIdsLock(readFileSync(lock, 'utf8')) : []
  const covers = renderCovers(source).covers.flatMap(({ path, svg }) => writeIfChanged(path, svg))
  return [...covers, ...writeIfChanged(lock, formatIdsLock(locked, source))]
}
