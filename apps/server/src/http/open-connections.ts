import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** One connection of a client. */
export type Connection = {
  socket: Socket
  network: string
  /** Taken while the server worked on all others: only health checks are answered on it. */
  isReserved: boolean
  /** Requests whose answers are not sent completely, the oldest first. */
  exchanges: Map<IncomingMessage, ServerResponse>
  /** When it was opened, became idle or got the request in progress: milliseconds of the monotonic clock. */
  since: number
}

/** A new connection's request may still be on its way for this long, so that it is not cut, even beyond a bound. */
export const freshMs = 100
/** A connection has had its chance when it was idle, or its client slow, for this long. Those go before newer ones. */
const idleChanceMs = 1_000
const slowChanceMs = 3_000

/** The open connections of a server, and which of them it can best do without. Null as network means all networks. */
export class OpenConnections {
  readonly #bySocket = new Map<Socket, Connection>()
  readonly #countByNetwork = new Map<string, number>()
  // Both in the order in which they were filled: the first has waited for longest.
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

  /** Whether the server works on a request of every connection. */
  hasOnlyBusy(network: string | null): boolean {
    return !first(this.#idle, network, 0) && !first(this.#active, network, 0, waitsForClient)
  }

  /** The connection to cut before all others: without a request for longest, else the oldest of a slow client. */
  findVictim(network: string | null): Connection | null {
    return (
      first(this.#idle, network, idleChanceMs) ??
      first(this.#active, network, slowChanceMs, waitsForClient) ??
      first(this.#idle, network, freshMs) ??
      first(this.#active, network, freshMs, waitsForClient)
    )
  }
}

/** Nothing happens before the client sends more of its request or reads more of its answer. */
export const waitsForClient = ({ socket, exchanges }: Connection): boolean => {
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
    // They come in order of time.
    if (one.since > latest) return null
    if ((network === null || one.network === network) && fits(one)) return one
  }
  return null
}
