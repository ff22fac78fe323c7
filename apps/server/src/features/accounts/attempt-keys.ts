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

/** What strange devices have used up of an account's guesses: all of it is forgiven when its owner shows the mailbox. */
export const accountKeys = (pepper: string, email: string): AttemptKey[] => [
  accountKey(pepper, email),
  { kind: 'account_year', key: `account-year:${hashEmail(pepper, email)}` },
]

/** What counting leaves of an address: the hash it is known by, and how the keys begin that are its own. */
export const accountTraces = (pepper: string, email: string): { account: string; keyStarts: string[] } => {
  const account = hashEmail(pepper, email)
  return { account, keyStarts: [...accountKeys(pepper, email).map(({ key }) => key), `device:${account}:`] }
}

/** Under which keys an attempt is counted, and at which account from which network a stranger tries it. */
export type AttemptKeys = { keys: AttemptKey[]; stranger: { account: string; network: string } | null }

/**
 * A known device counts alone, so that strangers cannot lock its owner out.
 * @param networkKey the client's network, as `networkOf` gives it
 */
export const attemptKeys = (
  pepper: string,
  attempt: { email: string; networkKey: string; knownDeviceHash: Buffer | null },
): AttemptKeys => {
  const { email, networkKey, knownDeviceHash } = attempt
  const account = hashEmail(pepper, email)
  if (knownDeviceHash) {
    const key = `device:${account}:${knownDeviceHash.toString('base64url')}`
    return { keys: [{ kind: 'device', key }], stranger: null }
  }
  const keys: AttemptKey[] = [
    ...accountKeys(pepper, email),
    { kind: 'network_hour', key: `network-hour:${networkKey}` },
    { kind: 'network_day', key: `network-day:${networkKey}` },
  ]
  return { keys, stranger: { account, network: networkKey } }
}
