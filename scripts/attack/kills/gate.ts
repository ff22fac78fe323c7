import { EventEmitter, once } from 'node:events'

/** Lets the learners' requests through while it is open, and knows how many are on their way. */
export type Gate = {
  open: () => void
  close: () => void
  /** Waits for the gate, then counts the request until it has ended. */
  pass: <T>(request: () => Promise<T>) => Promise<T>
  inFlight: () => number
  /** Resolves when nothing is on its way. */
  drained: () => Promise<void>
}

export const createGate = (): Gate => {
  const state = { isOpen: false, inFlight: 0 }
  const changes = new EventEmitter().setMaxListeners(0)
  return {
    open: () => {
      state.isOpen = true
      changes.emit('open')
    },
    close: () => {
      state.isOpen = false
    },
    pass: async (request) => {
      while (!state.isOpen) await once(changes, 'open')
      state.inFlight += 1
      try {
        return await request()
      } finally {
        state.inFlight -= 1
        if (state.inFlight === 0) changes.emit('drained')
      }
    },
    inFlight: () => state.inFlight,
    drained: async () => {
      if (state.inFlight > 0) await once(changes, 'drained')
    },
  }
}
