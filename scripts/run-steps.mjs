import { spawn } from 'node:child_process'

/**
 * Runs a command and shows its output.
 * @param {string} command
 * @param {string[]} parts
 * @param {Record<string, string>} [environment] added to this process's environment
 * @returns {Promise<number>} exit code, or 1 after a signal
 */
export function run(command, parts, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parts, { stdio: 'inherit', env: { ...process.env, ...environment } })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
