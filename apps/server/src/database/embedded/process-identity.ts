import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When a process began, as opaque text: with the pid it names one process for good, although pids are used again.
 * @returns null when there is no such process
 */
export const findProcessStart = (pid: number): string | null => {
  try {
    if (process.platform !== 'linux') {
      return (
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } }).trim() ||
        null
      )
    }
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    const [state, ...others] = afterName.split(' ')
    // Field 22 of proc(5) stat, counted from the state, which is field 3. A zombie is a process that has ended.
    const ticks = others[18]
    return state === 'Z' || state === 'X' || ticks === undefined ? null : `${boot} ${ticks}`
  } catch {
    return null
  }
}
