import { type ErrorCode, type Operations, operations } from './operations.ts'

export type { ErrorCode, Operations }

export type OperationName = keyof Operations
export type InputOf<N extends OperationName> = Operations[N]['input']
export type AnswerOf<N extends OperationName> = Operations[N]['answer']
/** A row of a list, such as a person of `listPeople`. */
export type RowOf<N extends PagedName> = AnswerOf<N>['data'][number]
/** Lists that come in pages. */
export type PagedName = {
  [N in OperationName]: AnswerOf<N> extends { data: unknown[]; next: string | null } ? N : never
}[OperationName]

export type ClientSettings = {
  /** Where Kitewise runs, such as `https://learn.example.com`. */
  baseUrl: string
  /** `kw_live_…` */
  key: string
  /** Another implementation of `fetch`. */
  fetch?: typeof globalThis.fetch
}

export type CallOptions = {
  /** For writes. Without one, each call has a key of its own; give one to repeat a write safely after a crash. */
  idempotencyKey?: string
  /** Default: 30 seconds. */
  signal?: AbortSignal
}

type Call<N extends OperationName> = (
  ...given: Record<string, never> extends InputOf<N>
    ? [input?: InputOf<N>, options?: CallOptions]
    : [input: InputOf<N>, options?: CallOptions]
) => Promise<AnswerOf<N>>

export type Client = { [N in OperationName]: Call<N> } & {
  /** All rows of a list, page by page. */
  each: <N extends PagedName>(name: N, input?: InputOf<N>, options?: CallOptions) => AsyncGenerator<RowOf<N>>
}

/** Every answer that isn't a success. A connection that fails is the error of `fetch`. */
export class KitewiseError extends Error {
  override readonly name = 'KitewiseError'
  /** `unreadable_answer`: something else than Kitewise answered, such as a proxy. */
  readonly code: ErrorCode | 'unreadable_answer'
  readonly status: number
  /** From `Retry-After`; null if the answer doesn't ask to wait. */
  readonly retryAfterSeconds: number | null
  /** The wrong fields, or the missing scope. */
  readonly details: unknown

  constructor(response: Response, problem: { code?: unknown; detail?: unknown; details?: unknown }) {
    super(typeof problem.detail === 'string' ? problem.detail : `The server answered ${response.status}.`)
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
    // A newer server may have codes that this client doesn't know.
    this.code = typeof problem.code === 'string' ? (problem.code as ErrorCode) : 'unreadable_answer'
    this.status = response.status
    this.retryAfterSeconds = Number.isFinite(wait) ? wait : null
    this.details = problem.details
  }
}

/** @throws {KitewiseError} from each call that the server refuses */
export function createClient(settings: ClientSettings): Client {
  const names = Object.keys(operations) as OperationName[]
  const calls = Object.fromEntries(
    names.map((name) => [
      name,
      (input: object = {}, options: CallOptions = {}) => send(settings, { name, input, options }),
    ]),
  ) as unknown as { [N in OperationName]: Call<N> } // One function for each name, whose input belongs to that name.
  return { ...calls, each: (name, input, options) => eachRow(calls[name] as AnyList, input, options) }
}

type Page = { data: never[]; next: string | null }
type AnyList = (input: object, options?: CallOptions) => Promise<Page>

async function* eachRow(list: AnyList, input: object = {}, options: CallOptions = {}) {
  for (let cursor: string | undefined; ;) {
    const { data, next } = await list({ ...input, ...(cursor !== undefined && { cursor }) }, options)
    yield* data
    if (next === null) return
    cursor = next
  }
}

type Wish = { name: OperationName; input: object; options: CallOptions }

/** Fields of the path go there, the others into the query of a read or the body of a write. */
const send = async (settings: ClientSettings, { name, input, options }: Wish): Promise<unknown> => {
  const { fetch = globalThis.fetch, baseUrl, key } = settings
  const { method, path } = operations[name]
  const rest = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, field: string) => {
    const value = String(rest.get(field))
    rest.delete(field)
    return encodeURIComponent(value)
  })
  const url = new URL(baseUrl.replace(/\/+$/, '') + filled)
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: 'application/json' }
  let body: string | undefined
  if (method === 'GET') for (const [field, value] of rest) url.searchParams.set(field, String(value))
  else headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
  if (method === 'POST') {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(Object.fromEntries(rest))
  }
  const signal = options.signal ?? AbortSignal.timeout(30_000)
  const response = await fetch(url, { method, headers, body, signal })
  const answer = await readJson(response)
  if (!response.ok || answer === null) throw new KitewiseError(response, answer ?? {})
  return answer
}

/** Null for what isn't an object in JSON. */
const readJson = async (response: Response): Promise<object | null> => {
  try {
    const value: unknown = JSON.parse(await response.text())
    return typeof value === 'object' ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
