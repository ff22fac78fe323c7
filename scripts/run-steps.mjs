import { spawn } from 'node:child_process'

/**
 * Runs a command with its output shown.
 * @param {string} command
 * @param {string[]} parts
 * @param {Record<string, string>} [environment] added to this process's own
 * @returns {Promise<number>} the exit code (1 when a signal ended it)
 */
export const run = (command, parts, environment = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, parts, { stdio: 'inherit', env: { ...process.env, ...environment } })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
