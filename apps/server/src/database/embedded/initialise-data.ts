import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseStartError } from '../start-error.ts'
import type { Account } from './choose-account.ts'

export const superuser = 'kitewise'

const isFilled = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0

/**
 * Makes the data folder when it is not there yet. It is built in a side folder and renamed at the end, so a start that is
 * killed in the middle leaves nothing half-made. Call it while holding the folder's lock.
 */
export const initialiseData = async (binaries: string, data: string, account: Account | null): Promise<void> => {
  if (existsSync(join(data, 'PG_VERSION'))) return
  if (isFilled(data))
    throw new DatabaseStartError(`${data} holds something that is not a database. Move it away, or set DATA_DIR.`)

  const parent = dirname(data)
  const sidePrefix = `${basename(data)}.init-`
  for (const left of readdirSync(parent).filter((name) => name.startsWith(sidePrefix)))
    // The initdb of a killed start may still be writing there for a moment.
    rmSync(join(parent, left), { recursive: true, force: true, maxRetries: 10 })

  const side = join(parent, `${sidePrefix}${process.pid}`)
  mkdirSync(side, { mode: 0o700 })
  if (account) chownSync(side, account.uid, account.gid)
  // Nobody but the owner of the 0700 socket folder can connect at all, which is why `trust` is enough.
  const options = ['-D', side, '-U', superuser, '-A', 'trust', '--no-locale', '-E', 'UTF8', '--no-instructions']
  await promisify(execFile)(join(binaries, 'bin', 'initdb'), options, {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
  }).catch((error: Error & { stderr?: string }) => {
    rmSync(side, { recursive: true, force: true })
    const reason = (error.stderr ?? '').trim().split('\n').at(-1) || error.message
    throw new DatabaseStartError(`The data folder ${data} could not be made: ${reason}`, { cause: error })
  })
  renameSync(side, data)
}
