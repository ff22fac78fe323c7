import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { localTimeZone } from '../api-client.ts'
import { interfaceLocale } from '../i18n/language.ts'
import { logError } from '../log-error.ts'
import { endReasonOf, session } from '../session/session.ts'
import { createOutbox, type Outbox, type SendOutcome, type Write } from './outbox.ts'

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

/**
 * Opens the outbox as soon as it is known who is signed in, so that unsent writes leave on whatever screen the learner is. When all
 * have arrived, progress is read anew.
 */
export const useLearnerOutbox = (userId: string | undefined): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return undefined
    return outboxOf(userId).state.subscribe((now, before) => {
      if (now.pending > 0 || before.pending === 0) return
      void client.invalidateQueries({ queryKey: ['lesson-progress', userId] })
      void client.invalidateQueries({ queryKey: ['course-progress', userId] })
    })
  }, [client, userId])
}

/**
 * Reads something of the learner's progress and counts in what is still on its way to the server.
 * @param overlay gives the answer as it will be after these writes; it may get a write twice, and one that the answer has already
 */
export const readWithUnsent = async <Answer>(
  userId: string,
  read: () => Promise<Answer>,
  overlay: (answer: Answer, writes: readonly Write[]) => Answer,
): Promise<Answer> => {
  const outbox = outboxOf(userId)
  // Listed before and after: what is sent while the answer travels may be missing in it.
  const before = await outbox.list()
  const answer = await read()
  return overlay(answer, [...before, ...(await outbox.list())])
}

/** A server that takes longer is tried again later; the queue must not stand still for one bad connection. */
const timeoutMs = 15_000

const post = (write: Write, token: string): Promise<Response> =>
  fetch(write.path, {
    method: 'POST',
    // Goes on when the page is closed meanwhile.
    keepalive: true,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: 'application/json',
      'accept-language': interfaceLocale(),
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': write.id,
      'x-time-zone': localTimeZone(),
      'x-activity-age': String(ageSeconds(write)),
    },
    body: JSON.stringify(write.body),
  })

/** How long ago it was done; what is sent late still counts for its day. A clock that went back makes it now. */
const ageSeconds = ({ queuedAtMs }: Write): number => Math.max(0, Math.round((Date.now() - queuedAtMs) / 1000))

/** What an answer means for the queue. 408, 429 and 5xx pass; every other refusal is for good. */
const outcomeOf = (status: number): SendOutcome => {
  if (status < 300) return 'done'
  if (status === 401) return 'signed-out'
  return status === 408 || status === 429 || status >= 500 ? 'retry' : 'refused'
}

/** Tries once to bring a write to the server. A 401 ends the session, unless another one has begun meanwhile. */
export const sendWrite = async (write: Write): Promise<SendOutcome> => {
  const token = session.token()
  if (token === '') return 'signed-out'
  const response = await post(write, token).catch(() => null)
  const outcome = response === null ? 'retry' : outcomeOf(response.status)
  if (response !== null && outcome === 'signed-out') {
    const reason = endReasonOf(await response.json().catch(() => undefined))
    if (token === session.token()) session.clear(reason)
  }
  return outcome
}
