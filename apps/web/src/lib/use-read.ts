import { hashKey, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Unlike the error of `useQuery`, this one stays while `retry` runs: the retry button keeps its place and the focus.
 */
export function useRead<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const { data, error, isFetching, refetch } = useQuery(options)
  const key = hashKey(options.queryKey)
  const [last, setLast] = useState<{ key: string; error: Error } | null>(null)
  if (error !== null && (last?.error !== error || last.key !== key)) setLast({ key, error })

  const isRetrying = isFetching && data === undefined && last?.key === key
  return {
    data,
    error: isRetrying ? last.error : error,
    isBusy: isFetching,
    retry: (): void => void refetch(),
  }
}
