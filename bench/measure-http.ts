import autocannon from 'autocannon'
import type { Figures } from './shapes.ts'

type Load = {
  url: string
  connections: number
  seconds: number
  requests?: autocannon.Request[]
  headers?: Record<string, string>
}

/** Loads one address over kept connections. Any answer that is not 2xx makes the figure worthless, so it ends the run. */
export const measureHttp = async ({ url, connections, seconds, requests, headers }: Load): Promise<Figures> => {
  const result = await autocannon({ url, connections, duration: seconds, requests, headers })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors under load`)
  }
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}
