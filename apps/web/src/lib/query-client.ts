import { QueryClient } from '@tanstack/react-query'
import { AccessLapsed } from './kept-access.ts'
import { isWorthRetrying, retryDelayMs } from './read-on-show.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => !(error instanceof AccessLapsed) && isWorthRetrying(failures, error),
        retryDelay: retryDelayMs,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: true,
        // Without a network a call fails at once instead of pausing silently.
        networkMode: 'always',
        // Answers read offline may be stale, however fresh they look.
        refetchOnReconnect: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Keeps nothing, so nobody sees what another has read. Nothing changes while a visitor reads or pays. */
export function createPublicQueryClient(): QueryClient {
  const client = createQueryClient()
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({
    queries: { ...queries, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  })
  return client
}
