import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseStartError } from '../errors.ts'
import type { Binaries } from './find-binaries.ts'

/** Used by root when the project is in a private home that the PostgreSQL user cannot enter. */
const systemFolder = '/var/lib/kitewise'

/** Creates the folder and its missing parents so that others may pass through, whatever the umask. */
export function makePassableFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made !== dirname(first); made = dirname(made)) chmodSync(made, 0o755)
}

/** Only root may write there: otherwise anyone could replace the binaries. */
const openSystemFolder = (): string => {
  makePassableFolder(systemFolder)
  const { uid, mode } = statSync(systemFolder)
  if (uid !== 0 || (mode & 0o022) !== 0)
    throw new DatabaseStartError(
      `${systemFolder} must belong to root and be writable by root alone. Set DATA_DIR or DATABASE_URL.`,
    )
  return systemFolder
}

/** Under a strict umask npm makes files readable by root only. */
const makeReadable = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

/** A copy of the binaries that the account can run, made once per release; the originals when it can run those. */
export function placeBinaries(binaries: Binaries, account: Account | null): string {
  if (account === null || canReach(account, join(binaries.folder, 'bin'))) return binaries.folder
  const copy = join(openSystemFolder(), `postgres-${binaries.release}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true })
  makeReadable(unfinished)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    // A concurrent start may have been first.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** `data` is PostgreSQL's own folder; `moved` when it is not in the requested one. */
export type Place = { data: string; account: Account | null; moved: boolean }

/** `postgres` in `folder` (DATA_DIR); or, for root in a private home, a folder under /var/lib/kitewise that depends only on it. */
export function choosePlace(folder: string, runAs: string | null): Place {
  const wanted = resolve(folder)
  const data = join(wanted, 'postgres')
  const account = chooseAccount(data, runAs)
  if (account === null || canReach(account, wanted)) return { data, account, moved: false }
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
  const moved = join(openSystemFolder(), name, 'postgres')
  return { data: moved, account: chooseAccount(moved, runAs), moved: true }
}

export type Account = { uid: number; gid: number }

const usual = ['postgres', 'node', 'nobody']

const askSystem = (name: string): Account | null => {
  const ask = (flag: string) => Number(execFileSync('id', [flag, '--', name], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return null
  }
}

const ownerOf = (folder: string): Account | null => {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found ? { uid: found.uid, gid: found.gid } : null
}

const findNamed = (names: string[]): Account => {
  for (const name of names) {
    const account = askSystem(name)
    if (account && account.uid !== 0) return account
  }
  throw new DatabaseStartError(
    `PostgreSQL refuses to run as root and there is no other user here (looked for ${names.join(', ')}). ` +
      'Set EMBEDDED_PG_USER to an existing user, or DATABASE_URL.',
  )
}

/** PostgreSQL refuses root, so root picks the data's owner, else `runAs`, else a usual user. Null when we are not root. */
const chooseAccount = (dataFolder: string, runAs: string | null): Account | null => {
  const ourselves = process.getuid?.()
  const owner = ownerOf(dataFolder)
  if (ourselves === 0) return owner && owner.uid !== 0 ? owner : findNamed(runAs === null ? usual : [runAs])
  if (owner && ourselves !== undefined && owner.uid !== ourselves)
    throw new DatabaseStartError(
      `The data folder ${dataFolder} belongs to another user (uid ${owner.uid}). Start as that user or as root, or set DATA_DIR.`,
    )
  return null
}

/** Whether this account may enter the folder, by the permission bits of it and its parents. Missing folders are no obstacle. */
const canReach = (account: Account, folder: string): boolean => {
  const path = resolve(folder)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found) {
    const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001
    if ((found.mode & bit) === 0) return false
  }
  const parent = dirname(path)
  return parent === path || canReach(account, parent)
}
