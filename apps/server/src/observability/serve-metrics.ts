import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from '../context.ts'
import { createMetrics } from './metrics.ts'

/**
 * Serves `/metrics` on a port of its own, which no proxy forwards. Rejects when the port can't be opened.
 * @param place the port 0 takes any free one
 */
export async function serveMetrics(
  context: Context,
  place: { host: string; port: number },
): Promise<{ url: string; close: () => Promise<void> }> {
  const metrics = createMetrics(context)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        context.log.error({ err: error }, 'could not collect the metrics')
        response.writeHead(500).end()
      },
    )
  })
  const opened = new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(place, () => listening())
  })
  try {
    await opened
  } catch (error) {
    metrics.close()
    throw error
  }
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${place.host.includes(':') ? `[${place.host}]` : place.host}:${port}/metrics`,
    close: async () => {
      metrics.close()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
