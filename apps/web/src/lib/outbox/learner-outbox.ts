import { refusalOf } from '@kitewise/contract/late-writes'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { localTimeZone } from '../api-client.ts'
import { dropEarlyAnswers } from '../early-answers.ts'
import { interfaceLocale } from '../i18n/language.ts'
import { logError } from '../log-error.ts'
import { streakQuery } from '../queries.ts'
import { endReasonOf, session } from '../session/session.ts'
import { createOutbox, type Outbox, type SendOutcome, type Write } from './outbox.ts'

let open: { userId: string; outbox: Outbox; stop: () => void } | null = null

const close = (): void => {
  open?.stop()
  open?.outbox.close()
  open = null
}

/** One outbox per page and user. It ends with the session; unsent writes wait for the same user. */
export function outboxOf(userId: string): Outbox {
  if (open?.userId === userId) return open.outbox
  close()
  const outbox = createOutbox({
    userId,
    send: sendWrite,
    onRefused: ({ path }) => logError(`The server refused for good: ${path}`),
    onSetAside: ({ path }) => logError(`This can't be sent and is set aside on this device: ${path}`),
  })
  open = { userId, outbox, stop: session.onEnd(close) }
  // What an earlier page has set aside gets another try.
  void outbox.tryAgain()
  return outbox
}

/** The outbox of the learner who is signed in on this page; null without one. */
export function currentOutbox(): Outbox | null {
  return open?.outbox ?? null
}

/** The learner has access: what waited for it is sent. */
export function sendAfterRenewal(): void {
  if (open?.outbox.state.getState().activity === 'renewal') void open.outbox.flush()
}

/** Calls back each time that everything has been sent. @returns a function that stops it */
export function onAllSent(userId: string, then: () => void): () => void {
  return outboxOf(userId).state.subscribe((now, before) => {
    if (now.pending === 0 && before.pending > 0) then()
  })
}

/** Sends what is unsent on any screen, and refetches progress and streak when the outbox is empty. */
export function useLearnerOutbox(userId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return undefined
    return onAllSent(userId, () => {
      void client.invalidateQueries(streakQuery)
      void client.invalidateQueries({ queryKey: ['lesson-progress', userId] })
      void client.invalidateQueries({ queryKey: ['course-progress', userId] })
      void client.invalidateQueries({ queryKey: ['month-plan', userId] })
    })
  }, [client, userId])
}

/** @param overlay must be idempotent: it may get a write twice, or one that the answer already contains */
export async function readWithUnsent<Answer>(
  userId: string,
  read: () => Promise<Answer>,
  overlay: (answer: Answer, writes: readonly Write[]) => Answer,
): Promise<Answer> {
  const outbox = outboxOf(userId)
  // Listed before and after: a write sent during the request may be missing in the answer.
  const before = await outbox.list()
  const answer = await read()
  return overlay(answer, [...before, ...(await outbox.list())])
}

/** A slower request is retried later; one bad connection must not block the queue. */
const timeoutMs = 15_000

const post = (write: Write, token: string): Promise<Response> => {
  dropEarlyAnswers()
  return fetch(write.path, {
    method: 'POST',
    // Continues when the page is closed.
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
}

/** The age of the write: a late one still counts for its day. A clock that went back gives zero. */
const ageSeconds = ({ queuedAtMs }: Write): number => Math.max(0, Math.round((Date.now() - queuedAtMs) / 1000))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The name of the error in an answer of ours; null for any other body. */
const codeOf = (body: unknown): string | null => {
  const { name } = (body as { error?: { name?: unknown } } | null | undefined)?.error ?? {}
  return typeof name === 'string' ? name : null
}

/** Whether it's the answer of our server to a write, and not the page of somebody in between. */
const isOurs = (body: unknown): boolean => typeof body === 'object' && body !== null && 'data' in body

/** Tries once to send a write. A 401 ends the session, unless another one has started since. */
export async function sendWrite(write: Write): Promise<SendOutcome> {
  const token = session.token()
  if (token === '') return 'signed-out'
  const response = await post(write, token).catch(() => null)
  const text = await response?.text().catch(() => null)
  if (!response || typeof text !== 'string') return 'unanswered'
  const body = parsed(text)
  if (response.ok) return isOurs(body) ? 'done' : 'failing'
  const refusal = refusalOf(response.status, codeOf(body))
  if (refusal !== 'sign-in') return refusal
  if (token === session.token()) session.clear(endReasonOf(body))
  return 'signed-out'
}
