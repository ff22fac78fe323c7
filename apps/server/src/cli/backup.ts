import { resolve } from 'node:path'
import { type WrittenBackup, writeBackup } from '../backups/write-backup.ts'
import type { Config } from '../config.ts'
import { hasEmbeddedData, reachDatabase } from '../database/reach-database.ts'
import { release } from '../release.ts'
import { CommandError, readSettings, say } from './settings.ts'

/** `kitewise backup`. */
export async function backUp({ to }: { to?: string }): Promise<void> {
  const { file, bytes, rows } = await backUpTo(readSettings(), to)
  say(file, `${rows} rows, ${formatBytes(bytes)}, encrypted with BACKUP_KEY.`)
}

/** @param folder instead of BACKUP_DIR */
export async function backUpTo(config: Config, folder?: string): Promise<WrittenBackup> {
  const target = folder === undefined ? config.backups.folder : resolve(folder)
  if (target === null) throw new CommandError('Where to? Use --to FOLDER, or set BACKUP_DIR.')
  const key = readKey(config)
  if (config.database.kind === 'embedded' && !hasEmbeddedData(config.database))
    throw new CommandError(`There is no database in ${config.database.folder} yet. Check DATA_DIR and DATABASE_URL.`)
  const reached = await reachDatabase(config.database)
  try {
    return await writeBackup(reached.address, { folder: target, key, app: release })
  } finally {
    await reached.close()
  }
}

export function readKey({ backups }: Config): Buffer {
  if (backups.key) return backups.key
  throw new CommandError('Set BACKUP_KEY. Make one with: openssl rand -base64 32, and keep a copy on another machine.')
}

function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
