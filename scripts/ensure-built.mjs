import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprintSources } from './fingerprint-sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'dist/built-from')

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintSources(root)

/** Builds unless `dist` matches the sources. Exits with one line if the build fails. */
export function ensureBuilt() {
  if (isBuilt()) return
  console.log('Building …')
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  console.error('The build failed: see above.')
  process.exit(1)
}
