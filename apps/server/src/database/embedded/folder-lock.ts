import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseStartError } from '../errors.ts'

/** One app per data folder. The lock names its process: a successor takes over from a killed owner and refuses a living one. */
export type FolderLock = {
  /** Throws when another living process holds the folder by now. */
  check: () => void
  /** Writes our name again, in case a concurrent start has overwritten it. */
  confirm: () => void
  release: () => void
}

type Owner = { pid: number; start: string; id: string }

const readOwner = (file: string): Owner | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return null
  }
}

const lives = (owner: Owner): boolean => findProcessStart(owner.pid) === owner.start

/** The lock file is `<data>.lock`. Throws DatabaseStartError when another living process holds it. */
export function lockFolder(data: string): FolderLock {
  const file = `${data}.lock`
  const mine: Owner = { pid: process.pid, start: findProcessStart(process.pid) ?? '', id: randomUUID() }
  const isMine = (owner: Owner) => owner.id === mine.id

  const check = () => {
    const owner = readOwner(file)
    if (owner !== null && !isMine(owner) && lives(owner))
      throw new DatabaseStartError(
        `Another Kitewise (process ${owner.pid}) is using the data folder ${data}. Stop it first, or set DATA_DIR to another folder.`,
      )
  }

  const replaceByMine = () => {
    const draft = `${file}.${mine.id}`
    writeFileSync(draft, JSON.stringify(mine))
    renameSync(draft, file)
  }

  const release = () => {
    const owner = readOwner(file)
    if (owner !== null && isMine(owner)) rmSync(file, { force: true })
  }

  try {
    writeFileSync(file, JSON.stringify(mine), { flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    check()
    replaceByMine()
    check()
  }
  return { check, confirm: replaceByMine, release }
}

/** With the pid, the start time identifies one process, although pids are reused. Opaque text; null without such a process. */
const findProcessStart = (pid: number): string | null => {
  try {
    if (process.platform !== 'linux') {
      return (
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } }).trim() ||
        null
      )
    }
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    const [state, ...others] = afterName.split(' ')
    // Field 22 of proc(5) stat, counted from the state, which is field 3. A zombie has ended.
    const ticks = others[18]
    return state === 'Z' || state === 'X' || ticks === undefined ? null : `${boot} ${ticks}`
  } catch {
    return null
  }
}
