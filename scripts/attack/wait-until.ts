import { setTimeout as pause } from 'node:timers/promises'

/**
 * Asks again and again until something is so; an error counts as "not yet".
 * @param limitMs how long to ask
 * @returns whether it was so in time
 */
export const waitUntil = async (isSo: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> => {
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    try {
      if (await isSo()) return true
    } catch {
      // What is asked may be down at the moment.
    }
    await pause(25)
  }
  return false
}
