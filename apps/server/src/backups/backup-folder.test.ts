import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseKept, clearLeftovers, listBackups, nameBackup, removeOldBackups } from './backup-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A Thursday. */
const today = Date.parse('2026-11-19T02:30:00.000Z')
const backupAt = (time: number) => ({ file: nameBackup(new Date(time)), at: new Date(time), bytes: 1 })
const daysAgo = (days: number) => today - days * dayMs
const keptDays = (times: readonly number[]) =>
  chooseKept(times.map(backupAt)).map(({ at }) => Math.round((today - at.getTime()) / dayMs))

describe('kept backups', () => {
  it('are seven days and five weeks of nightly ones', () => {
    const nights = Array.from({ length: 60 }, (_, days) => daysAgo(days))
    // Sundays were 4, 11, 18 and 25 days ago.
    expect(keptDays(nights)).toEqual([0, 1, 2, 3, 4, 5, 6, 11, 18, 25])
  })

  it('are the newest of each day, and all of the last 24 hours', () => {
    const times = [today + 5 * hourMs, today + hourMs, today, daysAgo(1) + hourMs, daysAgo(1)]
    expect(chooseKept(times.map(backupAt)).map(({ at }) => at.getTime())).toEqual(times.slice(0, 4))
  })

  it('are never older than 35 days before the newest, however few there are', () => {
    expect(keptDays([today, daysAgo(20), daysAgo(34), daysAgo(36)])).toEqual([0, 20, 34])
  })

  it('stay when no new ones come', () => {
    expect(keptDays([daysAgo(300), daysAgo(301)])).toEqual([300, 301])
  })
})

describe('the folder', () => {
  it('lists complete backups, newest first, by the time in their names', async () => {
    const names = [daysAgo(1), today].map((time) => nameBackup(new Date(time)))
    for (const name of [...names, `${names[0]}.12.partial`, 'notes.txt']) writeFileSync(join(folder, name), 'abc')
    expect(listBackups(folder)).toEqual([
      { file: join(folder, 'kitewise-2026-11-19T02-30-00.000Z.backup'), at: new Date(today), bytes: 3 },
      { file: join(folder, names[0] ?? ''), at: new Date(daysAgo(1)), bytes: 3 },
    ])
    expect(listBackups(join(folder, 'missing'))).toEqual([])
    const old = [daysAgo(40), daysAgo(36)].map((time) => nameBackup(new Date(time)))
    for (const name of old) writeFileSync(join(folder, name), 'old')
    await removeOldBackups(folder)
    expect(readdirSync(folder).sort()).toEqual([...names, `${names[0]}.12.partial`, 'notes.txt'].sort())
  })

  it('loses what killed backups left, not what a running one writes', async () => {
    for (const name of ['dead.partial', 'live.partial']) writeFileSync(join(folder, name), '')
    utimesSync(join(folder, 'dead.partial'), new Date(), new Date(Date.now() - 2 * hourMs))
    await clearLeftovers(folder)
    expect(readdirSync(folder)).toEqual(['live.partial'])
  })
})
