import type { Calls } from '@kitewise/contract/calls'
import type { ErrorAnswer, ErrorCode } from '@kitewise/contract/errors'
import { browserTimeZone } from './browser-locale.ts'
import { dropEarlyAnswers, takeEarlyAnswer } from './early-answers.ts'
import { interfaceLocale } from './i18n/language.ts'
import { endReasonOf, session } from './session/session.ts'
import { firstAnswer } from './slow-calls.ts'

export type CallName = keyof Calls

type Part<Key extends string, Shape> = [Shape] extends [undefined]
  ? { [K in Key]?: undefined }
  : {} extends Shape
    ? { [K in Key]?: Shape }
    : { [K in Key]: Shape }

type CallInput<Name extends CallName> = Part<'params', Calls[Name]['params']> &
  Part<'query', Calls[Name]['query']> &
  Part<'body', Calls[Name]['body']> & {
    signal?: AbortSignal
    keepalive?: boolean
    /** Sent instead of the session's token: a pin-setup token. A 401 then says nothing about the session. */
    bearer?: string
  }

/** The result of a call: the content of `data`, or the whole body where there is no such wrapper (login). */
type CallAnswer<Name extends CallName> = Calls[Name]['answer'] extends { data: infer Data }
  ? Data
  : Calls[Name]['answer']

type LooseInput = {
  params?: Record<string, string | undefined>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  keepalive?: boolean
  bearer?: string
}

const addressOf = (path: string, { params = {}, query = {} }: LooseInput): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (typeof value === 'string') search.append(key, value)
  return String(search) === '' ? filled : `${filled}?${search}`
}

const headersFor = (input: LooseInput, accept = 'application/json'): Headers => {
  const headers = new Headers({
    accept,
    'accept-language': interfaceLocale(),
    'x-time-zone': localTimeZone(),
  })
  const token = input.bearer ?? session.token()
  if (token !== '') headers.set('authorization', `Bearer ${token}`)
  if (input.body !== undefined) headers.set('content-type', 'application/json')
  return headers
}

const send = async (method: string, path: string, input: LooseInput, accept?: string): Promise<Response> => {
  if (method !== 'GET') dropEarlyAnswers()
  return withNetworkErrors(input.signal, () =>
    fetch(addressOf(path, input), {
      method,
      headers: headersFor(input, accept),
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
      ...(input.keepalive ? { keepalive: true } : {}),
    }),
  )
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

/** A network that never answers is a lost connection. Only who asked can give up for another reason. */
const withNetworkErrors = async <Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await work()
  } catch (cause) {
    if (signal?.aborted && !isTimeout(signal.reason)) throw cause
    throw new NetworkError('No answer from the server.', { cause })
  }
}

/** A hotel's network that lets nothing through answers late or never. What is on the device is then shown. */
const readPatienceMs = 20_000

/** The input with a signal that also aborts when a read has taken too long. Call `end` when it's over. */
const withPatience = (method: string, input: LooseInput): { input: LooseInput; end: () => void } => {
  if (method !== 'GET') return { input, end: () => undefined }
  const patience = new AbortController()
  const giveUp = (): void => patience.abort(input.signal?.reason)
  const timer = setTimeout(() => patience.abort(new DOMException('No answer in time.', 'TimeoutError')), readPatienceMs)
  if (input.signal?.aborted) giveUp()
  input.signal?.addEventListener('abort', giveUp)
  const end = (): void => {
    clearTimeout(timer)
    input.signal?.removeEventListener('abort', giveUp)
  }
  return { input: { ...input, signal: patience.signal }, end }
}

/** What the document has asked for gets no more time than a call of ours. */
const whileWaiting = async <Value>(wanted: LooseInput, work: () => Promise<Value>): Promise<Value> => {
  const { input, end } = withPatience('GET', wanted)
  const { signal } = input
  const late = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
  try {
    return await withNetworkErrors(signal, () => Promise.race([work(), late]))
  } finally {
    end()
  }
}

/** The answer with its body; undefined for a body that isn't JSON. */
const exchange = async (
  method: string,
  path: string,
  wanted: LooseInput,
): Promise<{ response: Response; body: unknown }> => {
  const { input, end } = withPatience(method, wanted)
  try {
    const response = await send(method, path, input)
    const text = await withNetworkErrors(input.signal, () => response.text())
    const body = parsed(text)
    // The page of a network that wants a sign-in of its own.
    if (response.ok && body === undefined) throw new NetworkError('The answer is not from our server.')
    return { response, body }
  } finally {
    end()
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const signInCall: CallName = 'POST /api/product-user/login'

/**
 * Calls the API: `call('GET /api/courses/{id}', { params: { id } })`.
 * @throws {ApiError} when the server refuses. A 401 signs the learner out first, except at login and when
 *   another session has started since.
 * @throws {NetworkError} without an answer
 */
export async function call<Name extends CallName>(
  name: Name,
  ...[input]: {} extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]
): Promise<CallAnswer<Name>> {
  const [method = '', path = ''] = name.split(' ')
  const loose = (input as LooseInput | undefined) ?? {}
  const tokenSent = loose.bearer ?? session.token()
  const { response, body } = await firstAnswer<{ response?: Response; body: unknown }>(async () => {
    if (method === 'GET' && loose.bearer === undefined) {
      const early = await whileWaiting(loose, () =>
        takeEarlyAnswer(addressOf(path, loose), tokenSent, interfaceLocale()),
      )
      if (early !== undefined) return { body: early }
    }
    return exchange(method, path, loose)
  })
  if (response && !response.ok) {
    const failure = toApiError(response, body)
    const isOurSession = tokenSent !== '' && tokenSent === session.token() && failure.code !== 'unknown'
    if (failure.status === 401 && name !== signInCall && isOurSession) session.clear(endReasonOf(body))
    throw failure
  }
  return contentOf<Name>(body)
}

/** The server validates its answers against the same table. */
const contentOf = <Name extends CallName>(body: unknown): CallAnswer<Name> => {
  const isWrapped = typeof body === 'object' && body !== null && 'data' in body
  return (isWrapped ? body.data : body) as CallAnswer<Name>
}

/** The server refused. `message` is the server's English sentence; screens branch on `code` and show their own. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    readonly status: number,
    readonly code: ErrorCode | 'unknown',
    message: string,
    /** From Retry-After, in whole seconds, if the server sent it. */
    readonly retryAfterSeconds: number | null,
    readonly details: unknown,
    readonly requestId: string | null = null,
  ) {
    super(message)
  }
}

/** No answer of ours: offline, a dropped connection, a network that doesn't answer, or an unreachable server. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

const retryAfterSeconds = (header: string | null): number | null => {
  if (header === null) return null
  const seconds = Number(header)
  return Number.isFinite(seconds) ? Math.ceil(seconds) : null
}

/** Some services answer with the sentence alone, without an error around it. */
type Refused = { error?: Partial<ErrorAnswer['error']>; message?: string }

/** @param body the parsed answer, or undefined when it was not JSON (a proxy's page, for instance) */
const toApiError = ({ status, headers }: Response, body: unknown): ApiError => {
  const { error, message } = Object(body) as Refused
  const { name = 'unknown', message: sentence = message, details } = Object(error) as NonNullable<Refused['error']>
  const wait = retryAfterSeconds(headers.get('retry-after'))
  return new ApiError(status, name, sentence ?? '', wait, details, headers.get('x-request-id'))
}

/**
 * Posts to an endpoint that answers with server-sent events (`text/event-stream`).
 * @throws {ApiError | NetworkError} as `call` does; a refusal does not sign out
 */
export async function openEventStream(
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await firstAnswer(() => send('POST', path, { body, signal }, 'text/event-stream, application/json'))
  if (response.ok && response.body) return response.body
  const refusal: unknown = await response.json().catch(() => undefined)
  throw toApiError(response, refusal)
}

let knownZone = { name: '', readAt: -Infinity }
const zoneKnownMs = 60_000

/** An IANA name. Read again after a minute: a traveler's phone changes zones while the app is open, and reading takes a while. */
export function localTimeZone(): string {
  const now = performance.now()
  if (now - knownZone.readAt > zoneKnownMs) knownZone = { name: browserTimeZone(), readAt: now }
  return knownZone.name
}
