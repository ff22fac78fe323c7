import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'

/** What a provider does instead of answering. A mail server cannot redirect: it sends the bytes of an HTTP redirect. */
export const faults = ['hang', 'drip', 'cut', 'redirect'] as const
export type Fault = (typeof faults)[number]

export type FaultyProvider = {
  port: number
  /** Requests, or connections of a mail server, that came. */
  countAsked: () => number
  close: () => Promise<void>
}

const dripMs = 500

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const trackSockets = (server: Server) => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  })
  return async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
}

const drip = (socket: Socket, write: () => void): void => {
  const timer = setInterval(write, dripMs)
  socket.once('close', () => clearInterval(timer))
}

const misbehave = (fault: Fault, request: IncomingMessage, response: ServerResponse, elsewhere: string): void => {
  if (fault === 'hang') return
  if (fault === 'cut') {
    // Half of an answer, so that it cannot be taken for a refused connection.
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
    response.write('{"id":', () => request.socket.destroy())
    return
  }
  if (fault === 'redirect') {
    response.writeHead(307, { location: `${elsewhere}${request.url ?? ''}` }).end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  drip(request.socket, () => response.write(' '))
}

/**
 * An HTTP server that answers no request as it should.
 * @param chooseFault by the body and the path of a request
 * @param elsewhere the address to redirect to
 */
export const startFaultyHttp = async (
  chooseFault: (body: string, path: string) => Fault,
  elsewhere: string,
): Promise<FaultyProvider> => {
  let asked = 0
  const server = createHttpServer((request, response) => {
    asked += 1
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => misbehave(chooseFault(body, request.url ?? ''), request, response, elsewhere))
  })
  const close = trackSockets(server)
  return { port: await listen(server), countAsked: () => asked, close }
}

/** A server that nobody should ever ask: the place that redirects lead to. */
export const startTrap = async (): Promise<FaultyProvider> => {
  let asked = 0
  const server = createHttpServer((_request, response) => {
    asked += 1
    response.end('{}')
  })
  const close = trackSockets(server)
  return { port: await listen(server), countAsked: () => asked, close }
}

/** Stands before a mail server: misbehaves in turn, each connection in another way, until it is repaired. */
export const startFaultyMail = async (
  mailServerPort: number,
  elsewhere: string,
): Promise<FaultyProvider & { repair: () => void }> => {
  let asked = 0
  let isRepaired = false
  const server = createTcpServer((socket) => {
    const fault = faults[asked % faults.length]
    asked += 1
    if (isRepaired) {
      const behind = connect(mailServerPort, '127.0.0.1')
      behind.on('error', () => socket.destroy())
      socket.pipe(behind).pipe(socket)
      return
    }
    socket.resume()
    if (fault === 'cut') socket.write('220 he', () => socket.destroy())
    if (fault === 'redirect') socket.end(`HTTP/1.1 307 Temporary Redirect\r\nLocation: ${elsewhere}\r\n\r\n`)
    if (fault === 'drip') drip(socket, () => socket.write('2'))
  })
  const close = trackSockets(server)
  const repair = () => {
    isRepaired = true
  }
  return { port: await listen(server), countAsked: () => asked, close, repair }
}
