import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseStartError } from '../errors.ts'
import type { Binaries } from './find-binaries.ts'

/** Where root keeps what another user must reach although the project lies in a private home. */
const systemFolder = '/var/lib/kitewise'

/** Makes the folder and what is missing above it, open for passing through whatever the umask says. */
export const makePassableFolder = (folder: string): void => {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made !== dirname(first); made = dirname(made)) chmodSync(made, 0o755)
}

/** Only root writes there: binaries lying in a folder of somebody else's could be anybody's. */
const openSystemFolder = (): string => {
  makePassableFolder(systemFolder)
  const { uid, mode } = statSync(systemFolder)
  if (uid !== 0 || (mode & 0o022) !== 0)
    throw new DatabaseStartError(
      `${systemFolder} must belong to root and be writable by root alone. Set DATA_DIR or DATABASE_URL.`,
    )
  return systemFolder
}

/** npm under a strict umask gives files to root alone. */
const openForEverybody = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openForEverybody(path)
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

/** A copy of the binaries that the account can run, made once per release. Gives the binaries themselves when it can run those. */
export const placeBinaries = (binaries: Binaries, account: Account | null): string => {
  if (account === null || canReach(account, join(binaries.folder, 'bin'))) return binaries.folder
  const copy = join(openSystemFolder(), `postgres-${binaries.release}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true })
  openForEverybody(unfinished)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    // Another process that starts now may have been first.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** `data` is PostgreSQL's own folder; `moved` says that it is not where it was asked for. */
export type Place = { data: string; account: Account | null; moved: boolean }

/**
 * Chooses the data folder: `postgres` in the wanted folder, or, for root in a home that no other user may enter, a folder
 * under /var/lib/kitewise that is always the same for the same wanted folder.
 * @param folder the wanted folder (DATA_DIR)
 * @param runAs EMBEDDED_PG_USER
 */
export const choosePlace = (folder: string, runAs: string | null): Place => {
  const wanted = resolve(folder)
  const data = join(wanted, 'postgres')
  const account = chooseAccount(data, runAs)
  if (account === null || canReach(account, wanted)) return { data, account, moved: false }
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
  const moved = join(openSystemFolder(), name, 'postgres')
  return { data: moved, account: chooseAccount(moved, runAs), moved: true }
}

/** The system user that PostgreSQL runs as. */
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

/**
 * Root may not run PostgreSQL, so root picks another user: the owner of the existing data, else `runAs` (EMBEDDED_PG_USER),
 * else the first usual one.
 * @param dataFolder may not exist yet
 * @returns null when we are an ordinary user, who runs it as himself
 */
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

/** May this account enter the folder, by the permission bits of it and of every folder above? What does not exist yet is no obstacle. */
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
