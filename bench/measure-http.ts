import autocannon from 'autocannon'
import type { Figures } from './shapes.ts'

type Load = {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** What each connection sends, over and over; by default a GET of the address. */
  requests?: autocannon.Request[][]
}

/** Loads one address over connections that are kept for the round. Any answer that is not 2xx makes the figure worthless, so it ends the run. */
export const measureHttp = async ({ url, connections, seconds, headers, requests }: Load): Promise<Figures> => {
  let next = 0
  // Given to all connections at once, autocannon builds every request for every connection, which takes much of a second.
  const setupClient = (client: autocannon.Client) => {
    const own = requests?.[next % requests.length]
    next += 1
    if (own) client.setRequests(own)
  }
  const result = await autocannon({ url, connections, duration: seconds, headers, setupClient })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors under load`)
  }
  return { perSecond: result.requests.total / result.duration, p99Ms: result.latency.p99 }
}
