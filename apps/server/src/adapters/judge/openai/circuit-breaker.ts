const failuresToOpen = 5
const openMs = 2 * 60_000

/** Five failures in a row open it for two minutes; then one probe decides. `breakForGood` opens it until a restart. */
export type CircuitBreaker = {
  mayCall: () => boolean
  succeed: () => void
  fail: () => void
  /** The call allowed by `mayCall` is not made after all. */
  cancel: () => void
  breakForGood: () => void
  isBroken: () => boolean
}

/** @param now milliseconds; only differences matter */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let failures = 0
  let openedAt: number | null = null
  let probing = false
  let broken = false
  return {
    mayCall: () => {
      if (broken) return false
      if (openedAt === null) return true
      if (now() - openedAt < openMs) return false
      probing = true
      openedAt = now()
      return true
    },
    succeed: () => {
      failures = 0
      openedAt = null
      probing = false
    },
    fail: () => {
      failures += 1
      if (probing || failures >= failuresToOpen) openedAt = now()
      probing = false
    },
    cancel: () => {
      if (probing) openedAt = now() - openMs
      probing = false
    },
    breakForGood: () => {
      broken = true
    },
    isBroken: () => broken,
  }
}
