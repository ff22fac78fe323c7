import { createHmac } from 'node:crypto'
import {
  accountsPerNetwork,
  decideAttempt,
  isOutOfGuesses,
  takeBackAttempt,
  type Tally,
  type TallyKind,
} from '@kitewise/rules/login-throttle'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import {
  addNetworkAccount,
  databaseNow,
  deleteNetworkAccount,
  deleteTally,
  findNetworkWait,
  hasFailedWidely,
  isGuarded,
  lockTallies,
  saveTally,
} from './sign-in-attempts.sql.ts'

/** A key under which failures are counted. */
type AttemptKey = { kind: TallyKind; key: string }

/** What was counted of an attempt, to be taken back when its PIN was right. */
export type CountedAttempt = { tallies: { key: AttemptKey; failures: number }[]; stranger: AttemptKeys['stranger'] }

/** `needsMailbox`: no PIN is compared; the attempt makes the account's waits grow all the same. */
type CountOutcome = { waitSeconds: number } | { needsMailbox: true } | { counted: CountedAttempt }

type Locked = { tallies: Map<string, Tally>; now: number }

/**
 * Counts a sign-in attempt as failed under each key, and commits that before anybody looks at the PIN: however many
 * arrive at once, and whenever the process dies, no guess is free. Waits come first; who need not wait may need the mailbox.
 * @returns what was counted, or the longest wait in seconds, with nothing counted
 */
export const countAttempt = (context: Context, { keys, stranger }: AttemptKeys): Promise<CountOutcome> =>
  inTransaction(context.db, async (tx) => {
    const tallies = await lockTallies(
      tx,
      keys.map(({ key }) => key),
    )
    const now = await databaseNow(tx)
    let waitSeconds = stranger ? await findNetworkWait(tx, stranger, accountsPerNetwork) : 0
    const raised: { key: AttemptKey; tally: Tally }[] = []
    for (const key of keys) {
      const decision = decideAttempt(key.kind, tallies.get(key.key) ?? null, now)
      if (decision.allowed) raised.push({ key, tally: decision.tally })
      else waitSeconds = Math.max(waitSeconds, decision.waitSeconds)
    }
    if (waitSeconds > 0) return { waitSeconds }
    const needsMailbox =
      stranger !== null &&
      ((await hasFailedWidely(tx, stranger, accountsPerNetwork)) ||
        (await mustShowMailbox(tx, context, keys, { tallies, now })))
    const counting = needsMailbox ? raised.filter(({ key }) => key.kind === 'account') : raised
    for (const { key, tally } of counting) await saveTally(tx, key.key, tally)
    if (needsMailbox) return { needsMailbox }
    if (stranger) await addNetworkAccount(tx, stranger)
    return { counted: { tallies: raised.map(({ key, tally }) => ({ key, failures: tally.failures })), stranger } }
  })

const mustShowMailbox = async (
  tx: Tx,
  { config }: Context,
  keys: readonly AttemptKey[],
  { tallies, now }: Locked,
): Promise<boolean> =>
  config.loginNewDevice === 'mail' ||
  keys.some(
    ({ kind, key }) =>
      (kind === 'account' || kind === 'account_year') && isOutOfGuesses(kind, tallies.get(key) ?? null, now),
  ) ||
  isGuarded(tx)

/** Takes an attempt back: the PIN was right, or was never compared. */
export const takeBackCounted = (context: Context, counted: CountedAttempt): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const tallies = await lockTallies(
      tx,
      counted.tallies.map(({ key }) => key.key),
    )
    for (const { key, failures } of counted.tallies) {
      const current = tallies.get(key.key)
      if (!current) continue
      const left = takeBackAttempt(key.kind, current, failures)
      if (left) await saveTally(tx, key.key, left)
      else await deleteTally(tx, key.key)
    }
    if (counted.stranger) await deleteNetworkAccount(tx, counted.stranger)
  })

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
type AttemptKeys = { keys: AttemptKey[]; stranger: { account: string; network: string } | null }

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
