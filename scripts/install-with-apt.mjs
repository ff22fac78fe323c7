import { execFileSync, spawnSync } from 'node:child_process'

/**
 * Installs packages of Debian or Ubuntu, if this user may.
 * @param {string} what for the line that says so
 * @param {string[]} packages
 */
export function installWithApt(what, packages) {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return
  console.log(`No ${what} on this machine: installing the one of the system (apt-get install ${packages[0]}) …`)
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
