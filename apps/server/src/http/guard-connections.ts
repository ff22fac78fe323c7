import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from '../config.ts'
import { networkOf } from './network-of.ts'

export type ConnectionGuard = {
  /** Call before work on a request starts; false when the connection was cut. */
  begin: (request: IncomingMessage, response: ServerResponse) => boolean
  /** The connection arrived when the server was full: it gets health checks only. */
  isReserved: (socket: Socket) => boolean
  /** False when another answer might corrupt one already on the connection. */
  mayAnswer: (socket: Socket) => boolean
  /** Closes idle connections now, those waiting for their client after `graceMs`, and all others after their answer. */
  beginStop: (graceMs: number) => void
}

/** Connections above a limit, for health checks and for the 503 that all others get. */
const reserve = 50

/** Pipelined requests per connection. Browsers and proxies wait for answers; Node would work on hundreds at once. */
const mostInARow = 3

/**
 * Above a limit, cuts the connections idle for longest, then the oldest whose client stalls; never one the server works on.
 * Closes connections whose client does nothing for `server.timeout` ms, or `keepAliveTimeout` ms after a request.
 */
export function guardConnections(server: Server, limits: ConnectionLimits): ConnectionGuard {
  const open = new OpenConnections()
  const cut = ({ socket }: Connection) => {
    open.forget(socket)
    socket.destroy()
  }
  let isStopping = false
  admitConnections(server, limits, open, { cut, isStopping: () => isStopping })
  server.on('timeout', (socket) => {
    const connection = open.find(socket)
    if (!connection || waitsForClient(connection)) socket.destroy()
  })
  return {
    begin: (request, response) => {
      const connection = open.find(request.socket)
      if (!connection) return false
      if (connection.exchanges.size >= mostInARow) {
        cut(connection)
        return false
      }
      open.beginExchange(connection, request, response)
      response.once('close', () => {
        open.endExchange(connection, request)
        if (isStopping && connection.exchanges.size === 0) connection.socket.destroySoon()
      })
      return true
    },
    isReserved: (socket) => open.find(socket)?.isReserved ?? false,
    mayAnswer: (socket) => {
      const [exchange, ...later] = open.find(socket)?.exchanges ?? []
      return exchange === undefined || (later.length === 0 && !exchange[0].complete && !exchange[1].headersSent)
    },
    beginStop: (graceMs) => {
      isStopping = true
      for (const one of open.all()) if (one.exchanges.size === 0) cut(one)
      setTimeout(() => open.all().filter(waitsForClient).forEach(cut), graceMs).unref()
    },
  }
}

type Admission = { cut: (connection: Connection) => void; isStopping: () => boolean }

const admitConnections = (server: Server, limits: ConnectionLimits, open: OpenConnections, admission: Admission) => {
  const most = { all: limits.most, network: limits.perNetwork > 0 ? limits.perNetwork : Infinity }
  const crowded = new Set<string>()
  let trimming: NodeJS.Timeout | null = null
  const trimTo = (bound: number, network: string | null) => {
    for (let victim = null; open.count(network) > bound && (victim = open.findVictim(network));) admission.cut(victim)
  }
  const trim = () => {
    trimming = null
    for (const network of crowded) {
      trimTo(most.network, network)
      if (open.count(network) <= most.network) crowded.delete(network)
    }
    trimTo(most.all, null)
    if (crowded.size > 0 || open.count(null) > most.all) trimming = setTimeout(trim, freshMs / 2).unref()
  }
  // Above this, Node itself closes new connections.
  server.maxConnections = 2 * most.all + reserve
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (admission.isStopping() || open.count(network) >= 2 * most.network + reserve) return void socket.destroy()
    const isCrowded = open.count(network) >= most.network
    const isFull = open.count(null) >= most.all
    open.add(socket, network, (isCrowded && open.hasOnlyBusy(network)) || (isFull && open.hasOnlyBusy(null)))
    if (isCrowded) crowded.add(network)
    if (isCrowded || isFull) trimming ??= setTimeout(trim, freshMs / 2).unref()
    return void socket.once('close', () => open.forget(socket))
  })
}

type Connection = {
  socket: Socket
  network: string
  isReserved: boolean
  /** Requests in progress, oldest first. */
  exchanges: Map<IncomingMessage, ServerResponse>
  /** When it was opened, became idle, or got its current request: milliseconds of the monotonic clock. */
  since: number
}

/** A new connection is safe for this long, because its request may be on the way. */
const freshMs = 100
/** Connections idle, or slow, for longer than this are cut before newer ones. */
const idleChanceMs = 1_000
const slowChanceMs = 3_000

/** The open connections, and which of them to cut first. Network null means all networks. */
class OpenConnections {
  readonly #bySocket = new Map<Socket, Connection>()
  readonly #countByNetwork = new Map<string, number>()
  // Insertion order: the first one has waited for longest.
  readonly #idle = new Set<Connection>()
  readonly #active = new Set<Connection>()

  count(network: string | null): number {
    return network === null ? this.#bySocket.size : (this.#countByNetwork.get(network) ?? 0)
  }

  find(socket: Socket): Connection | null {
    return this.#bySocket.get(socket) ?? null
  }

  all(): Connection[] {
    return [...this.#bySocket.values()]
  }

  add(socket: Socket, network: string, isReserved: boolean): void {
    const connection = { socket, network, isReserved, exchanges: new Map(), since: performance.now() }
    this.#bySocket.set(socket, connection)
    this.#idle.add(connection)
    this.#countByNetwork.set(network, this.count(network) + 1)
  }

  forget(socket: Socket): void {
    const connection = this.find(socket)
    if (!connection) return
    this.#bySocket.delete(socket)
    this.#idle.delete(connection)
    this.#active.delete(connection)
    const left = this.count(connection.network) - 1
    if (left === 0) this.#countByNetwork.delete(connection.network)
    else this.#countByNetwork.set(connection.network, left)
  }

  beginExchange(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.exchanges.set(request, response)
    move(connection, this.#idle, this.#active)
  }

  endExchange(connection: Connection, request: IncomingMessage): void {
    connection.exchanges.delete(request)
    if (connection.exchanges.size === 0) move(connection, this.#active, this.#idle)
  }

  hasOnlyBusy(network: string | null): boolean {
    return !first(this.#idle, network, 0) && !first(this.#active, network, 0, waitsForClient)
  }

  /** The connection to cut first: the one idle for longest, else the oldest slow client. */
  findVictim(network: string | null): Connection | null {
    return (
      first(this.#idle, network, idleChanceMs) ??
      first(this.#active, network, slowChanceMs, waitsForClient) ??
      first(this.#idle, network, freshMs) ??
      first(this.#active, network, freshMs, waitsForClient)
    )
  }
}

/** The server can do nothing until the client sends more of its request or reads more of its answer. */
const waitsForClient = ({ socket, exchanges }: Connection): boolean => {
  const [oldest] = exchanges.keys()
  return oldest === undefined || !oldest.complete || socket.writableLength > 0
}

const move = (connection: Connection, from: Set<Connection>, to: Set<Connection>): void => {
  if (!from.delete(connection)) return
  connection.since = performance.now()
  to.add(connection)
}

const first = (
  all: Iterable<Connection>,
  network: string | null,
  leastMs: number,
  fits: (one: Connection) => boolean = () => true,
): Connection | null => {
  const latest = performance.now() - leastMs
  for (const one of all) {
    // Sorted by time.
    if (one.since > latest) return null
    if ((network === null || one.network === network) && fits(one)) return one
  }
  return null
}
