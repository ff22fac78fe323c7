import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from '../config.ts'
import { networkOf } from './network-of.ts'

type Candidate = (connection: Connection) => boolean

type Connection = {
  socket: Socket
  network: string
  /** Taken above the limit: only health checks are answered on it. */
  isReserved: boolean
  /** Requests whose answers are not sent completely, the oldest first. */
  exchanges: Map<IncomingMessage, ServerResponse>
  /** When it was opened, became idle or got the request in progress: milliseconds of the monotonic clock. */
  since: number
}

export type ConnectionGuard = {
  /** Notes a request before it is worked on; false when its connection has been cut. */
  begin: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Whether the connection came when the server was full, so that only health checks are answered on it. */
  isReserved: (socket: Socket) => boolean
  /** False when bytes of an answer may be on the connection already, so that another answer would corrupt it. */
  mayAnswer: (socket: Socket) => boolean
  /** Closes idle connections now, those that wait for their client after `graceMs`, and all others after their answer. */
  beginStop: (graceMs: number) => void
}

/** Connections above the limit, for health checks and for the 503 that everybody else gets. */
const reserve = 50

/** Requests that a client may send without waiting for answers. Browsers and proxies wait; Node would work on hundreds at once. */
const mostInARow = 10

/** A new connection's request may still be on its way for this long, so that it is not cut, even beyond a bound. */
const freshMs = 100
/** A connection has had its chance when it was idle, or its client slow, for this long. Those go before newer ones. */
const idleChanceMs = 1_000
const slowChanceMs = 3_000

/**
 * Bounds the open connections of a server, in all and per network. Beyond a bound those are cut that have been without a request for
 * longest, then the oldest whose client neither completes its request nor reads its answer. A request that the server works on is
 * never cut. Closes connections whose client does nothing for `server.timeout` ms, or after a request for `keepAliveTimeout`.
 */
export const guardConnections = (server: Server, { most, perNetwork }: ConnectionLimits): ConnectionGuard => {
  server.maxConnections = 2 * most + reserve
  const connections = new Map<Socket, Connection>()
  const ofNetwork = new Map<string, number>()
  // Both in the order in which they were filled: the first has waited for longest.
  const idle = new Set<Connection>()
  const active = new Set<Connection>()
  /** Networks with more connections than they may have, until the next trim. */
  const crowded = new Set<string>()
  let trimming: NodeJS.Timeout | null = null
  let isStopping = false

  const count = (network: string, step: 1 | -1) => {
    const next = (ofNetwork.get(network) ?? 0) + step
    if (next === 0) ofNetwork.delete(network)
    else ofNetwork.set(network, next)
  }
  const forget = (connection: Connection) => {
    if (!connections.delete(connection.socket)) return
    idle.delete(connection)
    active.delete(connection)
    count(connection.network, -1)
  }
  const cut = (connection: Connection) => {
    forget(connection)
    connection.socket.destroy()
  }
  /** The connection that deserves most to be cut, if there is one. */
  const findVictim = (isCandidate: Candidate): Connection | null => {
    const now = performance.now()
    const idleFor = (ms: number) => first(idle, (one) => now - one.since >= ms && isCandidate(one))
    const slowFor = (ms: number) =>
      first(active, (one) => now - one.since >= ms && isCandidate(one) && waitsForClient(one))
    return idleFor(idleChanceMs) ?? slowFor(slowChanceMs) ?? idleFor(freshMs) ?? slowFor(freshMs)
  }
  /** Whether the server works on every connection, or on every one of a network. */
  const hasOnlyBusy = (network: string | null): boolean => {
    const isMeant = (one: Connection) => network === null || one.network === network
    return first(idle, isMeant) === null && first(active, (one) => isMeant(one) && waitsForClient(one)) === null
  }
  const excessOf = (network: string) => (perNetwork > 0 ? (ofNetwork.get(network) ?? 0) - perNetwork : 0)
  const trim = () => {
    trimming = null
    for (const network of crowded) {
      const isOfNetwork = (one: Connection) => one.network === network
      for (let victim = null; excessOf(network) > 0 && (victim = findVictim(isOfNetwork));) cut(victim)
      if (excessOf(network) <= 0) crowded.delete(network)
    }
    for (let victim = null; connections.size > most && (victim = findVictim(() => true));) cut(victim)
    if (crowded.size > 0 || connections.size > most) scheduleTrim()
  }
  const scheduleTrim = () => {
    trimming ??= setTimeout(trim, freshMs / 2).unref()
  }

  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (isStopping || (perNetwork > 0 && excessOf(network) >= perNetwork + reserve)) return void socket.destroy()
    const connection: Connection = {
      socket,
      network,
      isReserved: false,
      exchanges: new Map(),
      since: performance.now(),
    }
    connections.set(socket, connection)
    count(network, 1)
    if (excessOf(network) > 0) crowded.add(network)
    if (crowded.has(network) || connections.size > most) {
      connection.isReserved = hasOnlyBusy(crowded.has(network) ? network : null)
      scheduleTrim()
    }
    idle.add(connection)
    return void socket.once('close', () => forget(connection))
  })
  const begin = (request: IncomingMessage, response: ServerResponse): boolean => {
    const connection = connections.get(request.socket)
    if (!connection) return false
    if (connection.exchanges.size >= mostInARow) {
      cut(connection)
      return false
    }
    connection.exchanges.set(request, response)
    move(connection, idle, active)
    response.once('close', () => {
      connection.exchanges.delete(request)
      if (connection.exchanges.size > 0) return
      if (isStopping) connection.socket.destroySoon()
      move(connection, active, idle)
    })
    return true
  }
  server.on('timeout', (socket) => {
    const connection = connections.get(socket)
    if (!connection || !active.has(connection) || waitsForClient(connection)) socket.destroy()
  })
  return {
    begin,
    isReserved: (socket) => connections.get(socket)?.isReserved ?? false,
    mayAnswer: (socket) => {
      const [exchange, ...later] = connections.get(socket)?.exchanges ?? []
      return exchange === undefined || (later.length === 0 && !exchange[0].complete && !exchange[1].headersSent)
    },
    beginStop: (graceMs) => {
      isStopping = true
      for (const connection of idle) cut(connection)
      setTimeout(() => {
        for (const connection of [...idle, ...active].filter(waitsForClient)) cut(connection)
      }, graceMs).unref()
    },
  }
}

const move = (connection: Connection, from: Set<Connection>, to: Set<Connection>): void => {
  if (!from.delete(connection)) return
  connection.since = performance.now()
  to.add(connection)
}

/** Nothing happens before the client sends more of its request or reads more of its answer. */
const waitsForClient = ({ socket, exchanges }: Connection): boolean => {
  const [oldest] = exchanges.keys()
  return oldest === undefined || !oldest.complete || socket.writableLength > 0
}

const first = <T>(all: Iterable<T>, fits: (one: T) => boolean): T | null => {
  for (const one of all) if (fits(one)) return one
  return null
}
