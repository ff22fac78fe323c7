import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where services and administrators' programs are, beside the usual folders. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

const find = (program: string): string | null =>
  folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null

/**
 * The path of a program of a Debian package, for tests of files that it reads. Where nobody looks at skipped tests, as root
 * with CI=true, a missing one is installed.
 * @returns null if it isn't there; skip the test, and say so
 */
export function findProgram(program: string, debianPackage: string): string | null {
  const found = find(program)
  if (found !== null) return found
  const mayInstall = process.env.CI === 'true' && process.getuid?.() === 0 && find('apt-get') !== null
  if (!mayInstall) {
    process.stderr.write(`No ${program} on this machine, so its test is skipped: apt-get install ${debianPackage}\n`)
    return null
  }
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  execFileSync('apt-get', ['update', '-qq'], quiet)
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], quiet)
  return find(program)
}
