// Runs before anything is installed, so it uses only Node's own modules.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

const giveUp = (line) => {
  console.error(line)
  process.exit(1)
}

const requireNode = () => {
  const needed = readJson('package.json').engines.node.replace('>=', '')
  const [neededMajor, neededMinor] = needed.split('.').map(Number)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < neededMajor || (major === neededMajor && minor < neededMinor))
    giveUp(`Kitewise needs Node ${needed} or newer; this is ${process.versions.node}. Get one at https://nodejs.org.`)
}

/**
 * Compares the lock file with npm's record of node_modules. The record omits optional packages for other platforms, and
 * development packages after `npm ci --omit=dev`.
 * @param {boolean} withoutDevelopment
 */
const isInstalled = (withoutDevelopment) => {
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(join(root, record))) return false
  const installed = readJson(record).packages
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional && !(withoutDevelopment && entry.dev))
    .every(
      ([path, entry]) => installed[path]?.version === entry.version && installed[path]?.resolved === entry.resolved,
    )
}

/**
 * Installs exactly what package-lock.json names, unless it's already there. Exits with one line if that fails.
 * @param {{ withoutDevelopment?: boolean }} [options] leave out what only tests and checks need
 */
export function ensureInstalled({ withoutDevelopment = false } = {}) {
  requireNode()
  if (isInstalled(withoutDevelopment)) return
  console.log('Installing packages …')
  const scope = withoutDevelopment ? '--omit=dev' : '--include=dev'
  const options = ['ci', scope, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) giveUp('npm ci failed: see above. Kitewise cannot start without its packages.')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) ensureInstalled()
