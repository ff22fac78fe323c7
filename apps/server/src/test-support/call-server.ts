import type { Answer } from '@kitewise/contract/calls'
import { endpoints, type EndpointName } from '@kitewise/contract/endpoints'
import type { ErrorAnswer } from '@kitewise/contract/errors'

export type CallInput = {
  params?: Record<string, string | number>
  /** The raw query, without the question mark. */
  query?: string
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

export type Reply<Body> = {
  status: number
  headers: Headers
  text: string
  /** The parsed answer; on a failure, use `error` instead, because the type does not apply. */
  body: Body
  error: ErrorAnswer['error'] | null
}

export type Call = {
  /** Calls an endpoint of the table by name. */
  <N extends EndpointName>(name: N, input?: CallInput): Promise<Reply<Answer<N>>>
  /** Calls anything else as "METHOD /path". */
  (target: `${string} ${string}`, input?: CallInput): Promise<Reply<unknown>>
}

/** A client for the server at `url`; error statuses are results, and only a broken connection throws. */
export function makeCall(url: string): Call {
  return async (target: string, input: CallInput = {}) => {
    const [method = '', path = ''] = target.includes(' ') ? target.split(' ') : namedTarget(target as EndpointName)
    const response = await fetch(`${url}${fillPath(path, input)}`, { method, redirect: 'manual', ...payload(input) })
    const text = await response.text()
    const parsed = parseAnswer(response, text)
    return { status: response.status, headers: response.headers, text, body: parsed, error: parsed?.error ?? null }
  }
}

const namedTarget = (name: EndpointName): [string, string] => [endpoints[name].method, endpoints[name].path]

const fillPath = (path: string, { params = {}, query }: CallInput): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, key: string) => encodeURIComponent(String(params[key])))
  return query ? `${filled}?${query}` : filled
}

const payload = ({ body, token, headers }: CallInput): RequestInit => {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  if (body === undefined) return { headers: { ...authorization, ...headers } }
  return {
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

const parseAnswer = (response: Response, text: string) => {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return isJson && text !== '' ? JSON.parse(text) : null
}
