import { ApiError } from './api-client.ts'
import { useActionOnShow } from './use-action.ts'

const maximumRetries = 2

/** A refusal is final: only lost connections and server errors are retried. @param failures how often it has failed before */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < maximumRetries && !(error instanceof ApiError && error.status < 500)
}

/** @param failures how often it has failed before */
export function retryDelayMs(failures: number): number {
  return 500 * 2 ** failures
}

const readPatiently = async <Data>(
  read: (signal: AbortSignal) => Promise<Data>,
  signal: AbortSignal,
  failures = 0,
): Promise<Data> => {
  try {
    return await read(signal)
  } catch (error) {
    if (signal.aborted || !isWorthRetrying(failures, error)) throw error
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs(failures)))
    return readPatiently(read, signal, failures + 1)
  }
}

/**
 * Reads what a visitor's screen shows, once and without the query client: nothing changes while a visitor reads or pays, and
 * nothing is kept for the next one.
 * @param read for other inputs, remount with a `key`
 * @param known what the page brought along: then nothing is read
 */
export function useReadOnShow<Data>(read: (signal: AbortSignal) => Promise<Data>, known?: Data) {
  return useActionOnShow((signal) => readPatiently(read, signal), known)
}
