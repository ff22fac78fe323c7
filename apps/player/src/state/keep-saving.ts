import type { Snapshot } from '../lms/connection.ts'

const retryMs = 10_000

/**
 * Stores the newest snapshot, one call at a time, and tries again until it is stored.
 * @param onChange whether the newest one is still to be stored after a failure
 */
export function keepSaving(store: (snapshot: Snapshot) => Promise<boolean>, onChange: (isUnsaved: boolean) => void) {
  let waiting: Snapshot | null = null
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const storeAll = async (): Promise<void> => {
    clearTimeout(timer)
    for (let snapshot = waiting; snapshot !== null; snapshot = waiting) {
      waiting = null
      const isStored = await store(snapshot)
      onChange(!isStored)
      if (isStored) continue
      // A newer one takes its place.
      waiting ??= snapshot
      timer = setTimeout(run, retryMs)
      return
    }
  }
  const run = (): void => {
    running ??= storeAll().finally(() => {
      running = null
    })
  }
  return {
    save: (snapshot: Snapshot): void => {
      waiting = snapshot
      run()
    },
    /** Resolves when nothing is under way: the caller stores the last one. */
    stop: async (): Promise<void> => {
      waiting = null
      await running
      waiting = null
      clearTimeout(timer)
    },
  }
}
