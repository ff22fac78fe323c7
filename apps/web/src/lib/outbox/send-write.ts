import { interfaceLocale } from '../i18n/language.ts'
import { localTimeZone } from '../local-time-zone.ts'
import { endReasonOf, session } from '../session/session.ts'
import type { SendOutcome, Write } from './write.ts'

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
