import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Path in the package → bytes. Paths are ASCII with `/`. */
export type PackageFiles = ReadonlyMap<string, Uint8Array | string>

/** The oldest time that a ZIP can hold: the same files make the same bytes on every day and in every time zone. */
const fixedTime = new Date(1980, 0, 1)

/** Some LMS refuse other characters in names, and two names that differ only in case are one file on some servers. */
const safePath = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

/** @throws {Error} naming a path that not every LMS can unpack */
export async function writeZip(files: PackageFiles): Promise<Buffer> {
  const paths = [...files.keys()].sort((a, b) => (a < b ? -1 : 1))
  const unsafe = paths.find((path) => !safePath.test(path))
  if (unsafe !== undefined) throw new Error(`A package can't hold the path ${unsafe}`)
  if (new Set(paths.map((path) => path.toLowerCase())).size < paths.length)
    throw new Error('Two paths of the package differ only in case.')
  const zip = new ZipFile()
  for (const path of paths)
    zip.addBuffer(Buffer.from(files.get(path) ?? ''), path, {
      mtime: fixedTime,
      mode: 0o100644,
      compress: true,
      compressionLevel: 9,
      // Without it, the bytes would carry the machine's time zone.
      forceDosTimestamp: true,
    })
  zip.end()
  return buffer(zip.outputStream)
}
