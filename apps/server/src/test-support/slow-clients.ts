import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Clients that hold a connection without giving the server work. All ignore the server's FIN.
 * silent: sends nothing. idle: one request, then stays. slow: one byte at a time. unread: requests much, reads nothing.
 */
export const slowKinds = ['silent', 'idle', 'slow', 'unread'] as const
export type SlowKind = (typeof slowKinds)[number]

export type SlowClients = {
  /** The clients' open connections. */
  openCount: () => number
  close: () => void
}

type Options = {
  port: number
  clients: number
  kinds: readonly SlowKind[]
  /** The path that `unread` requests: the larger the answer the better. */
  largePath: string
  /** Delay before a connection ended by the server is reopened; null for never. */
  reopenMs: number | null
}

const dripMs = 500
/** They connect in groups: two thousand at once would hit the limits for request floods. */
const groupSize = 50
const groupEveryMs = 200
const requestsInARow = 3

/** Opens an equal number of clients of each kind, and resolves when all were tried. Loopback only. */
export async function openSlowClients(options: Options): Promise<SlowClients> {
  const open = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  const start = (index: number): Promise<void> =>
    new Promise((tried) => {
      const { port, kinds, reopenMs } = options
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      open.add(socket)
      const stop = behave(socket, kinds[index % kinds.length] ?? 'silent', index, options.largePath)
      socket.once('connect', tried)
      socket.on('error', () => socket.destroy())
      socket.once('close', () => {
        tried()
        stop()
        open.delete(socket)
        if (isClosed || reopenMs === null) return
        const timer = setTimeout(
          () => {
            timers.delete(timer)
            void start(index)
          },
          reopenMs * (0.5 + Math.random()),
        )
        timers.add(timer)
      })
    })

  for (let from = 0; from < options.clients; from += groupSize) {
    const group = Array.from({ length: Math.min(groupSize, options.clients - from) }, (_, index) => start(from + index))
    await Promise.all([...group, wait(groupEveryMs)])
  }
  return {
    openCount: () => open.size,
    close: () => {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      for (const socket of open) socket.destroy()
    },
  }
}

/** Starts the kind's behavior; returns a function that stops it. */
const behave = (socket: Socket, kind: SlowKind, index: number, largePath: string): (() => void) => {
  if (kind === 'unread') {
    socket.pause()
    socket.write(`GET ${largePath} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: identity\r\n\r\n`.repeat(requestsInARow))
    return () => undefined
  }
  socket.resume()
  if (kind === 'idle') socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n')
  if (kind !== 'slow') return () => undefined
  const isBody = Math.floor(index / slowKinds.length) % 2 === 0
  const head = 'POST /api/product-user/login HTTP/1.1\r\nHost: a\r\n'
  socket.write(isBody ? `${head}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n` : `${head}X-Drip: `)
  const drip = setInterval(() => socket.write('a'), dripMs)
  return () => clearInterval(drip)
}
