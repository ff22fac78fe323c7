import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

const maximumRetries = 2

/** A refusal stays a refusal: only lost connections and server trouble are worth another try. */
export const isWorthRetrying = (failureCount: number, error: Error): boolean =>
  failureCount < maximumRetries && !(error instanceof ApiError && error.status < 500)

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay: (failures) => 500 * 2 ** failures,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: true,
        // Without a network a call fails and says so, in place of waiting without a word.
        networkMode: 'always',
        // What was read without a connection may be old, however fresh it looks.
        refetchOnReconnect: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
