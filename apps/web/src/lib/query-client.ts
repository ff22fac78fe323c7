import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'
import { AccessLapsed } from './kept-access.ts'

const maximumRetries = 2

/** A refusal is final: only lost connections and server errors are retried. */
export function isWorthRetrying(failureCount: number, error: Error): boolean {
  if (error instanceof AccessLapsed) return false
  return failureCount < maximumRetries && !(error instanceof ApiError && error.status < 500)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay: (failures) => 500 * 2 ** failures,
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
