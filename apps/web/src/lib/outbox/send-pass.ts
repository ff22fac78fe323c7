import { laneOf } from './lane.ts'
import type { SendOutcome, Write } from './outbox.ts'
import { afterFailure, type Failing, isSetAside, refusedForNow } from './set-aside.ts'

export type Delivery = {
  list: () => Promise<Write[]>
  remove: (write: Write) => Promise<void>
  mark: (write: Write, failing: Failing) => Promise<void>
  send: (write: Write) => Promise<SendOutcome>
  /** The write is worth nothing any more and is gone. */
  onRefused: (write: Write) => void
  /** The write stays here, but isn't sent by itself any more. */
  onSetAside: (write: Write) => void
  onSending: (writes: readonly Write[]) => void
  onSent: () => void
  isClosed: () => boolean
}

/** Why a pass ended before its end. */
export type PassEnd = 'signed-out' | 'renewal' | 'unreachable' | null

/** After so many writes without an answer, there's no connection. One alone may be a write that never gets an answer. */
const mostUnanswered = 2

/** One pass over the stored writes: each lane goes on until one of its writes fails. */
export async function sendPass(delivery: Delivery): Promise<PassEnd> {
  const blockedLanes = new Set<string>()
  const unanswered: Write[] = []
  let isServerThere = false

  const mark = async (write: Write, failing: Failing): Promise<void> => {
    await delivery.mark(write, failing)
    if (failing.isSetAside) delivery.onSetAside(write)
  }

  const settle = async (write: Write, outcome: Exclude<SendOutcome, 'signed-out' | 'renewal'>): Promise<void> => {
    if (outcome === 'done' || outcome === 'drop') {
      delivery.onSent()
      await delivery.remove(write)
      if (outcome === 'drop') delivery.onRefused(write)
      return
    }
    if (outcome === 'ask') return mark(write, refusedForNow(write, Date.now()))
    blockedLanes.add(laneOf(write))
    if (outcome === 'unanswered') unanswered.push(write)
    else await mark(write, afterFailure(write, outcome, Date.now()))
  }

  for (;;) {
    const writes = await delivery.list()
    const write = writes.find((each) => !isSetAside(each) && !blockedLanes.has(laneOf(each)))
    if (write === undefined || delivery.isClosed()) break
    delivery.onSending(writes)
    const outcome = await delivery.send(write)
    if (outcome === 'signed-out' || outcome === 'renewal') return outcome
    await settle(write, outcome)
    isServerThere ||= outcome !== 'unanswered'
    if (!isServerThere && unanswered.length >= mostUnanswered) return 'unreachable'
  }
  // The server is there, but never answers these.
  if (isServerThere) for (const write of unanswered) await mark(write, afterFailure(write, 'failing', Date.now()))
  return null
}
