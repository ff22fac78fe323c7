import { createHmac } from 'node:crypto'
import type { AttemptKey } from './count-attempt.ts'

/**
 * Under which keys an attempt is counted. A known device counts alone, so that strangers cannot lock its owner out.
 * Addresses appear as keyed hashes only: the table then does not list who was tried.
 * @param networkKey the client's network, as `networkOf` gives it
 */
export const attemptKeys = (
  pepper: string,
  attempt: { email: string; networkKey: string; knownDeviceHash: Buffer | null },
): AttemptKey[] => {
  const account = createHmac('sha256', pepper).update(`attempts:${attempt.email}`).digest('base64url')
  if (attempt.knownDeviceHash) {
    return [{ kind: 'device', key: `device:${account}:${attempt.knownDeviceHash.toString('base64url')}` }]
  }
  return [
    { kind: 'account', key: `account:${account}` },
    { kind: 'network_hour', key: `network-hour:${attempt.networkKey}` },
    { kind: 'network_day', key: `network-day:${attempt.networkKey}` },
  ]
}
