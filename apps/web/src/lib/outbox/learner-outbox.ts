import { logError } from '../log-error.ts'
import { session } from '../session/session.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { sendWrite } from './send-write.ts'

let open: { userId: string; outbox: Outbox; stop: () => void } | null = null

const close = (): void => {
  open?.stop()
  open?.outbox.close()
  open = null
}

/**
 * The outbox of the signed-in learner: one per page and person. Opening it sends what an earlier page or session has left; the
 * end of the session closes it, and what is unsent waits for the same person. Write in it only for that person.
 */
export const outboxOf = (userId: string): Outbox => {
  if (open?.userId === userId) return open.outbox
  close()
  const outbox = createOutbox({
    userId,
    send: sendWrite,
    onRefused: ({ path }) => logError(`The server refused for good: ${path}`),
  })
  open = { userId, outbox, stop: session.onEnd(close) }
  void outbox.flush()
  return outbox
}
