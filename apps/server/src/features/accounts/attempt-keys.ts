import { createHmac } from 'node:crypto'
import type { AttemptKey } from './count-attempt.ts'

/** Addresses appear as keyed hashes only: the table then does not list who was tried. */
const hashEmail = (pepper: string, email: string): string =>
  createHmac('sha256', pepper).update(`attempts:${email}`).digest('base64url')

/** Under which key the attempts of strange devices at an account are counted. */
export const accountKey = (pepper: string, email: string): AttemptKey => ({
  kind: 'account',
  key: `account:${hashEmail(pepper, email)}`,
})

/**
 * Under which keys an attempt is counted. A known device counts alone, so that strangers cannot lock its owner out.
 * @param networkKey the client's network, as `networkOf` gives it
 */
export const attemptKeys = (
  pepper: string,
  attempt: { email: string; networkKey: string; knownDeviceHash: Buffer | null },
): AttemptKey[] => {
  if (attempt.knownDeviceHash) {
    const account = hashEmail(pepper, attempt.email)
    return [{ kind: 'device', key: `device:${account}:${attempt.knownDeviceHash.toString('base64url')}` }]
  }
  return [
    accountKey(pepper, attempt.email),
    { kind: 'network_hour', key: `network-hour:${attempt.networkKey}` },
    { kind: 'network_day', key: `network-day:${attempt.networkKey}` },
  ]
}
