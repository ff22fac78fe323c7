import { lookup } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopback, isPrivateAddress } from '../adapters/private-address.ts'

/** Not on the internet, or a way around: private, shared, loopback, link-local, documentation, multicast, tunnels. */
const elsewhere = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  elsewhere.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  elsewhere.addSubnet(net, bits, 'ipv6')

/** IPv6 addresses of the internet; so mapped IPv4 addresses and all special ones are outside. */
const internet = new BlockList()
internet.addSubnet('2000::', 3, 'ipv6')

export function isPublicIp(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !elsewhere.check(address, 'ipv4')
  return family === 6 && internet.check(address, 'ipv6') && !elsewhere.check(address, 'ipv6')
}

const ports = new Set(['', '443', '8443'])

/** https at a name, or a public IP address, without credentials and on a usual port. What the name resolves to is checked later. */
export function isPublicUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  if (protocol !== 'https:' || username !== '' || password !== '' || !ports.has(port)) return false
  return isIP(host) === 0 ? !isPrivateAddress(url) : isPublicIp(host)
}

/** Runs inside the socket, so the address that was checked is the one that is used. One private address refuses the name. */
const lookUpPublic =
  (find: typeof lookup): LookupFunction =>
  (hostname, options, done) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicIp(address)))
        return done(new Error('the name has no public address'), '', 0)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

const mostBytes = 512 * 1024
const excerptBytes = 1024

type Init = {
  method?: string
  headers?: Record<string, string> | Headers
  body?: string | URLSearchParams | null | undefined
  signal?: AbortSignal | null | undefined
  /** For those to whom the status matters: of the body, only what came in time, and its first kilobyte. */
  isExcerptEnough?: boolean
}

/**
 * Like `fetch`, for addresses that customers choose: https to public addresses, no redirects, no proxy, answers up to 512 kB.
 * @param mayBeLocal loopback addresses too, also by http; only for tests
 * @param find resolves names
 * @throws TypeError `fetch failed`, as `fetch` does
 */
export function makePublicFetch(
  mayBeLocal: boolean,
  find: typeof lookup = lookup,
): (url: string, init?: Init) => Promise<Response> {
  return async (url, { method = 'GET', headers, body, signal, isExcerptEnough = false } = {}) => {
    const content = body?.toString() ?? null
    const all = Object.fromEntries(new Headers(headers))
    const isLocal = mayBeLocal && isLoopback(url)
    if (!isLocal && !isPublicUrl(url))
      throw new TypeError('fetch failed', { cause: new Error('the address is not public') })
    return send(url, {
      method,
      headers: all,
      content,
      signal,
      ...(!isLocal && { lookup: lookUpPublic(find) }),
      read: isExcerptEnough ? readExcerpt : read,
    })
  }
}

type Sending = {
  method: string
  headers: Record<string, string>
  content: string | null
  signal: Init['signal']
  lookup?: LookupFunction
  read: (answer: IncomingMessage) => Promise<Response>
}

const send = (
  url: string,
  { method, headers, content, signal, lookup: find, read: readAnswer }: Sending,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(new TypeError('fetch failed', { cause }))
    const length = content === null ? {} : { 'content-length': String(Buffer.byteLength(content)) }
    const begin = new URL(url).protocol === 'http:' ? requestPlain : request
    const sent = begin(
      url,
      {
        method,
        headers: { ...headers, ...length, 'accept-encoding': 'identity' },
        ...(find && { lookup: find }),
        agent: false,
        ...(signal && { signal }),
      },
      (answer) => {
        // From here on, its reader learns of errors.
        sent.off('error', fail).on('error', () => {})
        readAnswer(answer).then(resolve, (error: unknown) => {
          answer.destroy()
          fail(error)
        })
      },
    )
    sent.on('error', fail)
    sent.end(content ?? undefined)
  })

const read = async (answer: IncomingMessage): Promise<Response> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer) {
    // Without an encoding, a response consists of buffers.
    const buffer = piece as Buffer
    bytes += buffer.length
    if (bytes > mostBytes) throw new Error('the answer is too large')
    pieces.push(buffer)
  }
  return responseOf(answer, pieces)
}

const readExcerpt = async (answer: IncomingMessage): Promise<Response> => {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of answer) {
      // As above.
      const buffer = piece as Buffer
      pieces.push(buffer)
      bytes += buffer.length
      if (bytes >= excerptBytes) break
    }
  } catch {
    // The rest took too long, or never came. The status did.
  }
  return responseOf(answer, pieces)
}

const responseOf = (answer: IncomingMessage, pieces: readonly Buffer[]): Response => {
  const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const status = answer.statusCode ?? 502
  const isEmpty = [204, 205, 304].includes(status)
  return new Response(isEmpty ? null : Buffer.concat(pieces), { status, headers })
}
