// `npm run package`: the build as an npm package, dist/release/kitewise-<version>.tgz. It has the bundles and the content,
// and depends only on what the bundles don't contain. `npx kitewise` runs it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './ensure-built.mjs'
import { outsidePackages } from './outside-packages.mjs'

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

const isOutside = ([name]) => outsidePackages.includes(name) || name.startsWith('@expo-google-fonts/')

const makeManifest = () => {
  const { version, description, license, engines } = readJson('package.json')
  const server = readJson('apps/server/package.json')
  return {
    name: 'kitewise',
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { kitewise: 'bin/kitewise.mjs' },
    files: ['bin', 'dist', 'content', 'docs', 'ops', '.env.example'],
    dependencies: Object.fromEntries(Object.entries(server.dependencies).filter(isOutside)),
    // The embedded PostgreSQL of each platform.
    optionalDependencies: server.optionalDependencies,
  }
}

/**
 * Packs the build.
 * @param {string} [to] the folder of the archive
 * @returns {string} path of the archive
 */
export function makePackage(to = join(root, 'dist/release')) {
  ensureBuilt()
  const folder = join(root, 'dist/package')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'bin'), { recursive: true })
  mkdirSync(to, { recursive: true })
  const manifest = makeManifest()
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(folder, 'bin/kitewise.mjs'), bin, { mode: 0o755 })
  for (const part of ['dist/server', 'dist/web', 'dist/desk', 'content', 'docs', 'ops', '.env.example', 'README.md'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const part of ['CHANGELOG.md', 'LICENSE']) cpSync(join(root, part), join(folder, part))
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', to], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  return join(to, packed.filename)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(makePackage(process.argv[2]))
