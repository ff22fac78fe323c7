import { existsSync, readdirSync, statSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type StoredBackup = { file: string; at: Date; bytes: number }

const namePattern = /^kitewise-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.backup$/

export const partialSuffix = '.partial'

/** `kitewise-2026-11-23T02-30-00.000Z.backup`: the moment of the copy in UTC. */
export function nameBackup(at: Date): string {
  return `kitewise-${at.toISOString().replaceAll(':', '-')}.backup`
}

/** The complete backups in a folder, newest first; empty if there's no such folder. Reads only names and sizes. */
export function listBackups(folder: string): StoredBackup[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, hour, minute, second] = namePattern.exec(name) ?? []
      if (day === undefined) return []
      const file = join(folder, name)
      const found = statSync(file, { throwIfNoEntry: false })
      return found ? [{ file, at: new Date(`${day}T${hour}:${minute}:${second}Z`), bytes: found.size }] : []
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime())
}

const dayMs = 86_400_000
const mostDays = 7
const mostWeeks = 5
/** As long as the privacy policy allows erased data to stay in backups. */
const longestDays = 35

/**
 * The newest backup of each of the last seven days and five weeks (Monday to Sunday, UTC), and all of the last 24 hours;
 * none older than 35 days. The newest backup is the present.
 */
export function chooseKept(backups: readonly StoredBackup[]): StoredBackup[] {
  const [newest] = backups
  if (!newest) return []
  const newestPer = (length: number, offset: number, most: number): StoredBackup[] => {
    const periods = new Map<number, StoredBackup>()
    for (const backup of backups) {
      const period = Math.floor((backup.at.getTime() / dayMs + offset) / length)
      if (!periods.has(period)) periods.set(period, backup)
    }
    return [...periods.values()].slice(0, most)
  }
  // 1970 began on a Thursday.
  const kept = new Set([...newestPer(1, 0, mostDays), ...newestPer(7, 3, mostWeeks)])
  return backups.filter((backup) => {
    const age = newest.at.getTime() - backup.at.getTime()
    return age < dayMs || (kept.has(backup) && age <= longestDays * dayMs)
  })
}

export async function removeOldBackups(folder: string): Promise<void> {
  const backups = listBackups(folder)
  const kept = new Set(chooseKept(backups))
  for (const backup of backups) if (!kept.has(backup)) await rm(backup.file, { force: true })
}

const abandonedMs = 3_600_000

/** Removes what killed backups left. A running one writes more often than every hour. */
export async function clearLeftovers(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith(partialSuffix))) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(file, { force: true })
  }
}
