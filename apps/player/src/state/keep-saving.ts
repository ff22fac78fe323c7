import type { Snapshot } from '../lms/connection.ts'

const retryMs = 10_000

/**
 * Stores the newest snapshot, one call at a time, and tries again until it is stored.
 * @param onChange whether the newest one is still to be stored after a failure
 */
export function keepSaving(store: (snapshot: Snapshot) => Promise<boolean>, onChange: (isUnsaved: boolean) => void) {
  let waiting: Snapshot | null = null
  let isBusy = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = async (): Promise<void> => {
    if (isBusy || waiting === null) return
    isBusy = true
    clearTimeout(timer)
    const snapshot = waiting
    waiting = null
    const isStored = await store(snapshot)
    isBusy = false
    onChange(!isStored)
    if (isStored) return run()
    // A newer one takes its place.
    waiting ??= snapshot
    timer = setTimeout(() => void run(), retryMs)
  }
  return {
    save: (snapshot: Snapshot): void => {
      waiting = snapshot
      void run()
    },
    stop: (): void => {
      waiting = null
      clearTimeout(timer)
    },
  }
}
