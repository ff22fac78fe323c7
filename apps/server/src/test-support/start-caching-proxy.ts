import { createServer, request as send, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A raw answer, with its body still encoded. */
export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

type Stored = RawAnswer & {
  /** The request's values of the headers that Vary names. */
  wanted: Map<string, string>
  storedAtMs: number
}

export type CachingProxy = {
  url: string
  /** Requests answered from the cache, directly or after a 304. */
  hits: () => number
  close: () => Promise<void>
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? '')

/** Sends one request over a new connection; decodes nothing. */
export function getRaw(url: string, headers: IncomingHttpHeaders): Promise<RawAnswer> {
  return new Promise((answered, failed) => {
    const request = send(url, { headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () =>
        answered({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    request.once('error', failed).end()
  })
}

/** RFC 9111, section 4.1: an answer matches requests with the same values of all headers in Vary. */
const wantedBy = (answer: RawAnswer, headers: IncomingHttpHeaders): Map<string, string> =>
  new Map(
    headerOf(answer.headers, 'vary')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '')
      .map((name) => [name, headerOf(headers, name)]),
  )

const isFor = ({ wanted }: Stored, headers: IncomingHttpHeaders): boolean =>
  [...wanted].every(([name, value]) => headerOf(headers, name) === value)

const isFresh = ({ headers, storedAtMs }: Stored): boolean => {
  const rule = headerOf(headers, 'cache-control')
  const seconds = Number(/max-age=(\d+)/.exec(rule)?.[1] ?? 0)
  return !rule.includes('no-cache') && Date.now() - storedAtMs < seconds * 1000
}

const mayStore = ({ status, headers }: RawAnswer): boolean =>
  status === 200 && !/no-store|private/.test(headerOf(headers, 'cache-control'))

/** A shared cache in front of a server, like a CDN: stores what is allowed and revalidates when required. */
export async function startCachingProxy(origin: string): Promise<CachingProxy> {
  const stored = new Map<string, Stored[]>()
  let hits = 0

  const answer = async (path: string, headers: IncomingHttpHeaders): Promise<RawAnswer> => {
    const known = stored.get(path)?.find((one) => isFor(one, headers))
    if (known && isFresh(known)) {
      hits += 1
      return known
    }
    const etag = known?.headers.etag
    const fresh = await getRaw(origin + path, { ...headers, ...(etag ? { 'if-none-match': etag } : {}) })
    if (fresh.status === 304 && known) {
      hits += 1
      return known
    }
    if (mayStore(fresh)) {
      const entry = { ...fresh, wanted: wantedBy(fresh, headers), storedAtMs: Date.now() }
      stored.set(path, [entry, ...(stored.get(path) ?? []).filter((one) => one !== known)])
    }
    return fresh
  }
  const pass = async (path: string, headers: IncomingHttpHeaders, response: ServerResponse) => {
    const { status, headers: answered, body } = await answer(path, headers)
    response.writeHead(status, { ...answered, connection: 'close' }).end(body)
  }
  const server = createServer((request, response) => {
    pass(request.url ?? '/', request.headers, response).catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: () => hits,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
