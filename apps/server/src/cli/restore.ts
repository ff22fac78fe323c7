import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { listBackups } from '../backups/backup-folder.ts'
import { borrowConnection } from '../backups/connection.ts'
import { type Erasures, readErasureLedger, readErasures } from '../backups/erasure-ledger.ts'
import { type LoadedBackup, loadBackup } from '../backups/load-backup.ts'
import type { Config } from '../config.ts'
import type { ContextParts } from '../create-context.ts'
import type { DatabaseAddress } from '../database/connect.ts'
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { hasEmbeddedData, reachDatabase } from '../database/reach-database.ts'
import { otherPepper } from '../platform/pin-pepper.sql.ts'
import { readKey } from './backup.ts'
import { type CheckedCopy, checkCopy } from './check-copy.ts'
import { CommandError, readSettings, say } from './settings.ts'

type Options = { rehearse?: boolean; into?: string; withoutErasures?: boolean }

/** `kitewise restore`. */
export async function restore(name: string, options: Options): Promise<void> {
  if (!options.rehearse && options.into === undefined)
    throw new CommandError('Use --rehearse to try the backup, or --into DATABASE to restore it.')
  if (options.rehearse && options.into !== undefined)
    throw new CommandError('Use either --rehearse or --into: a rehearsal makes its own database.')
  const config = readSettings()
  const began = performance.now()
  const restored = await restoreBackup(config, { ...options, file: findFile(config, name) })
  describe(restored)
  const seconds = Math.ceil((performance.now() - began) / 1000)
  if (options.rehearse) say(`The rehearsal passed in ${seconds} s. Its database is removed.`)
  else
    say(
      `Restored in ${seconds} s. Learners must sign in again; links in emails sent before don't work anymore.`,
      comesBack,
    )
}

const comesBack =
  'Staff who were removed and consents that were withdrawn after the backup are back: see "Restore" in docs/operations.md ' +
  'before you start the servers.'

const findFile = ({ backups }: Config, name: string): string => {
  if (name !== 'newest') return resolve(name)
  const [newest] = backups.folder === null ? [] : listBackups(backups.folder)
  if (newest) return newest.file
  throw new CommandError('There is no backup in BACKUP_DIR. Name the file.')
}

const describe = ({ loaded, erased, checked }: Restored): void => {
  const { header, tables, rows, sequences } = loaded
  say(
    `Backup of ${header.createdAt.slice(0, 16).replace('T', ' ')} UTC, made by release ${header.app}.`,
    `${tables} tables, ${rows} rows and ${sequences} sequences: counts and checksums are those of the backup.`,
    erased === null
      ? 'Nothing says which accounts were erased after the backup. They are back.'
      : `${erased} accounts erased again, which were erased or became due after the backup.`,
    ...(checked.pepper === 'other' ? [`Warning: ${otherPepper}`] : []),
    `The app starts on the copy in quarantine: ${checked.answers.map(([path, status]) => `${path} ${status}`).join(', ')}.`,
  )
}

export type Restored = {
  loaded: LoadedBackup
  /** Null when nothing says which accounts were erased. */
  erased: number | null
  checked: CheckedCopy
}

const checkFile = (file: string): void => {
  if (!statSync(file, { throwIfNoEntry: false })?.isDirectory()) return
  const [newest] = listBackups(file)
  throw new CommandError(`${file} is a folder. Name a backup in it${newest ? `, such as ${newest.file}` : ''}.`)
}

/**
 * Loads a backup into the temporary database of a rehearsal or into an empty one, erases again what was erased after the
 * backup, and starts the app on it in quarantine.
 * @param parts of the app's context that a test provides
 */
export async function restoreBackup(
  config: Config,
  { file, into, withoutErasures = false }: Options & { file: string },
  parts: Pick<ContextParts, 'catalog' | 'log'> = {},
): Promise<Restored> {
  const key = readKey(config)
  checkFile(file)
  const erasures = await collectErasures(config, file)
  if (erasures === null && into !== undefined && !withoutErasures)
    throw new CommandError(
      'Accounts that were erased after this backup would come back: neither the running database nor a list next to the ' +
        'backup (erased-accounts.txt) says which. Copy that list next to the file, or use --without-erasures.',
    )
  const target = await openTarget(config, into)
  try {
    const loaded = await loadBackup(target.address, file, key)
    const { erased, checked } = await checkCopy(config, target.address, { erasures: erasures ?? new Map(), parts })
    return { loaded, erased: erasures === null ? null : erased, checked }
  } finally {
    await target.close()
  }
}

type Target = { address: DatabaseAddress; close: () => Promise<void> }

const openTarget = async ({ database }: Config, into?: string): Promise<Target> => {
  if (into === undefined) return startTemporary()
  if (into !== 'embedded') {
    if (!/^postgres(ql)?:\/\//.test(into))
      throw new CommandError('--into takes "embedded" or a URL that begins with postgres://.')
    return reachDatabase({ kind: 'url', url: into, directUrl: null })
  }
  if (database.kind === 'embedded') return reachDatabase(database)
  throw new CommandError('DATABASE_URL is set, so the app would not use the embedded database. Unset it first.')
}

/** A database in a temporary folder (TMPDIR), which needs room for the whole database. */
const startTemporary = async (): Promise<Target> => {
  const folder = mkdtempSync(join(tmpdir(), 'kitewise-rehearsal-'))
  chmodSync(folder, 0o711)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    // Nothing of it is kept, so nothing must reach the disk.
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
    const server = await startEmbeddedPostgres({ folder, runAs: null, report: () => {}, settings })
    const close = async () => {
      await server.stop()
      remove()
    }
    return { address: server.address, close }
  } catch (error) {
    remove()
    throw error
  }
}

/** From the running database and from the lists next to the backups. Null if there's neither. */
const collectErasures = async ({ database, backups }: Config, file: string): Promise<Erasures | null> => {
  const folders = new Set([dirname(file), ...(backups.folder === null ? [] : [backups.folder])])
  const found: (Erasures | null)[] = [await readLiveErasures(database)]
  for (const folder of folders) found.push(await readErasureLedger(folder))
  const known = found.filter((erasures) => erasures !== null)
  return known.length === 0 ? null : new Map(known.flatMap((erasures) => [...erasures]))
}

/** Null if the database is gone, doesn't answer or is empty: then the list next to the backups must do. */
const readLiveErasures = async (database: Config['database']): Promise<Erasures | null> => {
  if (database.kind === 'embedded' && !hasEmbeddedData(database)) return null
  try {
    const live = await reachDatabase(database)
    try {
      return await borrowConnection(live.address, readErasures)
    } finally {
      await live.close()
    }
  } catch {
    return null
  }
}
