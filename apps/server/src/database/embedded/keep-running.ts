import { setTimeout as pause } from 'node:timers/promises'
import type { RunningPostgres } from './supervise-postgres.ts'

const pauseMs = 1_000

/**
 * Starts PostgreSQL again whenever it ends by itself (killed, disk full), for as long as the app runs; connections in use
 * then fail and new ones are made by the pool.
 * @param start starts it once more
 * @param report takes one line for the log
 */
export const keepRunning = (
  first: RunningPostgres,
  start: () => Promise<RunningPostgres>,
  report: (line: string) => void,
): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  let running: RunningPostgres | null = first

  const startAgain = async () => {
    while (!stopping.signal.aborted && running === null) {
      try {
        running = await start()
        report('The embedded PostgreSQL runs again.')
      } catch (error) {
        report(`${error instanceof Error ? error.message : String(error)} Trying again.`)
        await pause(pauseMs, undefined, { ref: false })
      }
    }
  }

  const watch = async () => {
    while (running !== null && !stopping.signal.aborted) {
      await running.ended
      if (stopping.signal.aborted) return
      running = null
      report('The embedded PostgreSQL ended unexpectedly; starting it again.')
      await startAgain()
    }
  }
  const watching = watch()

  const stop = async () => {
    stopping.abort()
    await running?.stop()
    await watching
    // A start under way when the stop was asked for.
    await running?.stop()
  }
  return { stop }
}
