import { existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { type StoredBackup, listBackups } from '../../backups/backup-folder.ts'
import type { Config } from '../../config.ts'
import { release } from '../../release.ts'
import { type Finding, problem, reasonOf, type Section, warning } from './report.ts'

/** Everything that's on this machine: versions, files, disk, backups. */
export function checkInstallation(config: Config, now: Date): Section[] {
  return [checkVersions(), checkFiles(config), checkDisk(config), checkPublicUrl(config), checkBackups(config, now)]
}

const leastNode = [20, 19] as const

export function checkVersions(node = process.versions.node): Section {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const isOld = major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1])
  return {
    name: 'Versions',
    facts: [`Kitewise ${release}`, `Node ${node}`, `${process.platform} ${process.arch}`],
    findings: isOld
      ? [
          problem(
            'node',
            `Node ${node} is too old: Kitewise needs ${leastNode.join('.')} or newer.`,
            'Install a newer Node.',
          ),
        ]
      : [],
  }
}

const checkFiles = ({ contentFolder, webFolder }: Config): Section => {
  const findings: Finding[] = []
  let courses = 0
  try {
    courses = loadContent(contentFolder).courses.length
  } catch (error) {
    findings.push(problem('content', reasonOf(error), 'Run kitewise content check and correct the files it names.'))
  }
  const hasApp = existsSync(join(webFolder, 'index.html'))
  if (!hasApp)
    findings.push(
      warning(
        'web-app',
        `There is no web app in ${webFolder}, so the server is an API only.`,
        'Build it, or set WEB_DIR.',
      ),
    )
  return { name: 'Files', facts: [`${courses} courses`, ...(hasApp ? ['web app built'] : [])], findings }
}

const scarceBytes = 1_000_000_000
const criticalBytes = 200_000_000

/** Of the disks with the embedded database and the backups. */
const checkDisk = ({ database, backups }: Config): Section => {
  const folders = [
    ...(database.kind === 'embedded' ? [['DATA_DIR', database.folder] as const] : []),
    ...(backups.folder === null ? [] : [['BACKUP_DIR', backups.folder] as const]),
  ]
  const section: Section = { name: 'Disk', facts: [], findings: [] }
  for (const [name, folder] of folders) {
    const { bavail, bsize } = statfsSync(existingParent(folder))
    const free = bavail * bsize
    section.facts.push(`${(free / 1e9).toFixed(1)} GB free in ${name}`)
    section.findings.push(...judgeDisk(name, free))
  }
  return section
}

export function judgeDisk(name: string, freeBytes: number): Finding[] {
  if (freeBytes >= scarceBytes) return []
  const text = `Only ${Math.floor(freeBytes / 1e6)} MB are free on the disk of ${name}.`
  return [
    (freeBytes < criticalBytes ? problem : warning)('disk', text, 'Make room, or move the folder to a larger disk.'),
  ]
}

const existingParent = (folder: string): string => (existsSync(folder) ? folder : existingParent(dirname(folder)))

/** A passkey belongs to one host name for good. */
const checkPublicUrl = ({ publicUrl }: Config): Section => {
  const { hostname } = new URL(publicUrl)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return {
    name: 'Address',
    facts: [publicUrl],
    findings: isAddress
      ? [
          warning(
            'public-url',
            `Staff cannot use passkeys at ${hostname}, an address without a name.`,
            'Set PUBLIC_URL to a host name.',
          ),
        ]
      : [],
  }
}

const oldHours = 36
const hourMs = 3_600_000

const checkBackups = ({ backups, database, production }: Config, now: Date): Section => {
  const name = 'Backups'
  if (backups.folder === null) {
    const isAtRisk = production && database.kind === 'embedded'
    const remedy = 'Set BACKUP_DIR and BACKUP_KEY, unless something else backs up the database.'
    const finding = (isAtRisk ? problem : warning)(
      'no-backup',
      'BACKUP_DIR is not set: Kitewise makes no backups.',
      remedy,
    )
    return { name, facts: [], findings: production ? [finding] : [] }
  }
  const stored = listBackups(backups.folder)
  return { name, facts: [`${stored.length} in ${backups.folder}`], findings: judgeBackups(stored, now) }
}

/** `stored`: newest first. Nightly backups may be 36 hours old, and shrink by no more than half. */
export function judgeBackups(stored: readonly StoredBackup[], now: Date): Finding[] {
  const [newest, ...others] = stored
  if (!newest)
    return [problem('no-backup', 'There is no backup yet.', 'Run kitewise backup; the server makes one every night.')]
  const findings: Finding[] = []
  const hours = Math.floor((now.getTime() - newest.at.getTime()) / hourMs)
  if (hours >= oldHours)
    findings.push(
      problem(
        'backup-old',
        `The newest backup is ${hours} hours old.`,
        'Run kitewise backup and read its error; check that a server runs at night.',
      ),
    )
  const largest = Math.max(0, ...others.map(({ bytes }) => bytes))
  if (newest.bytes < largest / 2)
    findings.push(
      problem(
        'backup-small',
        `The newest backup has ${newest.bytes} bytes, an earlier one ${largest}.`,
        'Find out what was deleted, and copy the earlier backup before it is removed.',
      ),
    )
  return findings
}
