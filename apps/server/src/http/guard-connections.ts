import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from '../config.ts'
import { networkOf } from './network-of.ts'
import { freshMs, OpenConnections, waitsForClient, type Connection } from './open-connections.ts'

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

/** Connections above a bound, for health checks and for the 503 that everybody else gets. */
const reserve = 50

/** Requests that a client may send without waiting for answers. Browsers and proxies wait; Node would work on hundreds at once. */
const mostInARow = 3

/**
 * Bounds the open connections of a server, in all and per network. Beyond a bound those are cut that have been without a request for
 * longest, then the oldest whose client neither completes its request nor reads its answer. A request that the server works on is
 * never cut. Closes connections whose client does nothing for `server.timeout` ms, or after a request for `keepAliveTimeout`.
 */
export const guardConnections = (server: Server, limits: ConnectionLimits): ConnectionGuard => {
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

/** Takes new connections, and soon afterwards cuts what is then too many. */
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
  // Beyond this, Node closes new connections by itself.
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
