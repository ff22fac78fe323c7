import type { QueryClient, UseQueryOptions } from '@tanstack/react-query'
import { isFrameFilled } from './first-view.ts'
import { createQueryClient } from './query-client.ts'
import { session } from './session/session.ts'

/** Holds what the first screen reads before React starts, so that it is shown complete at once. */
let first: QueryClient | null = null
let isTaken = false

/**
 * Milliseconds until React draws a screen without its data, which then comes piece by piece. Never over a frame with words
 * of the screen: that shows more, and its links work.
 */
const patienceMs = 2_000

/**
 * Reads what a screen shows first, in advance, if the document has asked for it (first-load/start.ts).
 * @param read gets `firstAnswer`, which resolves with what is kept on the device or what the server says, whichever comes first
 */
export async function prepareReads(read: (firstAnswer: FirstAnswer) => Promise<unknown>): Promise<void> {
  if (isTaken || window.earlyCalls?.token !== session.token()) return
  const client = (first ??= createQueryClient())
  const patience = new Promise<void>((resolve) => setTimeout(() => isFrameFilled() || resolve(), patienceMs))
  await Promise.race([read((options) => firstAnswer(client, options)), patience])
}

export type FirstAnswer = <Data, Key extends readonly unknown[]>(
  options: UseQueryOptions<Data, Error, Data, Key>,
) => Promise<Data | undefined>

const firstAnswer = <Data, Key extends readonly unknown[]>(
  client: QueryClient,
  options: UseQueryOptions<Data, Error, Data, Key>,
): Promise<Data | undefined> => {
  const known = (): Data | undefined => client.getQueryData<Data>(options.queryKey)
  if (known() !== undefined) return Promise.resolve(known())
  return new Promise((resolve) => {
    const unsubscribe = client.getQueryCache().subscribe(() => known() !== undefined && finish())
    const finish = (): void => {
      unsubscribe()
      resolve(known())
    }
    void client.prefetchQuery({ ...options, retry: false }).then(finish)
  })
}

/** For the session that starts with the page. A later one starts without data. */
export function takeFirstClient(): QueryClient {
  const client = !isTaken && window.earlyCalls?.token === session.token() ? first : null
  isTaken = true
  first = null
  return client ?? createQueryClient()
}
