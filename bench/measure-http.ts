import autocannon from 'autocannon'
import type { Figures } from './shapes.ts'

type Load = {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** Requests per connection, repeated; by default a GET of the address. */
  requests?: autocannon.Request[][]
}

/** Loads one address over connections kept for the round. Any response other than 2xx ends the run. */
export async function measureHttp({ url, connections, seconds, headers, requests }: Load): Promise<Figures> {
  let next = 0
  // If autocannon gets all requests for all connections, it builds each of them per connection, which takes too long.
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
