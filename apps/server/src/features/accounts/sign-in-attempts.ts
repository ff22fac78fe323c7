import { createHmac } from 'node:crypto'
import {
  accountsPerNetwork,
  decideAttempt,
  isOutOfGuesses,
  refundTally,
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
  hasFailedWidely,
  isGuarded,
  lockTallies,
  type Place,
  saveTally,
} from './sign-in-attempts.sql.ts'

type AttemptKey = { kind: TallyKind; key: string }

type AttemptKeys = { keys: AttemptKey[]; stranger: Place | null }

/** What to refund when the PIN was right. */
type CountedAttempt = { tallies: { key: AttemptKey; failures: number }[]; stranger: Place | null }

/** `needsMailbox`: the PIN is not compared, but the account's waits grow all the same. */
type CountOutcome = { waitSeconds: number } | { needsMailbox: true } | { counted: CountedAttempt }

/**
 * Counts an attempt as failed and commits before the PIN is compared: no guess is free, however many arrive at once and
 * whenever the process dies (docs/decisions/0021). Counts nothing when the answer is a wait.
 */
export function countAttempt(context: Context, { keys, stranger }: AttemptKeys): Promise<CountOutcome> {
  return inTransaction(context.db, async (tx) => {
    const tallies = await lockTallies(
      tx,
      keys.map(({ key }) => key),
    )
    const now = await databaseNow(tx)
    let waitSeconds = 0
    let isNetworkOut = false
    const raised: { key: AttemptKey; tally: Tally }[] = []
    for (const key of keys) {
      const decision = decideAttempt(key.kind, tallies.get(key.key) ?? null, now)
      if (decision.allowed) raised.push({ key, tally: decision.tally })
      else if (isOfNetwork(key.kind)) isNetworkOut = true
      else waitSeconds = Math.max(waitSeconds, decision.waitSeconds)
    }
    if (waitSeconds > 0) return { waitSeconds }
    const isOut =
      isNetworkOut ||
      keys.some(({ kind, key }) => isOfAccount(kind) && isOutOfGuesses(kind, tallies.get(key) ?? null, now))
    const needsMailbox = stranger !== null && (await mustProveMailbox(tx, context, stranger, isOut))
    const counting = needsMailbox ? raised.filter(({ key }) => key.kind === 'account') : raised
    for (const { key, tally } of counting) await saveTally(tx, key.key, tally)
    if (needsMailbox) return { needsMailbox }
    if (stranger) await addNetworkAccount(tx, stranger)
    return { counted: { tallies: raised.map(({ key, tally }) => ({ key, failures: tally.failures })), stranger } }
  })
}

const isOfAccount = (kind: TallyKind): kind is 'account' | 'account_year' =>
  kind === 'account' || kind === 'account_year'

/** Nobody waits for what others on their network did: the mailbox lets them in at once. */
const isOfNetwork = (kind: TallyKind): boolean => kind === 'network_hour' || kind === 'network_day'

const mustProveMailbox = async (tx: Tx, { config }: Context, stranger: Place, isOut: boolean): Promise<boolean> =>
  (await hasFailedWidely(tx, stranger, accountsPerNetwork)) ||
  config.loginNewDevice === 'mail' ||
  isOut ||
  isGuarded(tx)

/** Refunds an attempt: the PIN was right, or was never compared. */
export function refundAttempt(context: Context, counted: CountedAttempt): Promise<void> {
  return inTransaction(context.db, async (tx) => {
    const tallies = await lockTallies(
      tx,
      counted.tallies.map(({ key }) => key.key),
    )
    for (const { key, failures } of counted.tallies) {
      const current = tallies.get(key.key)
      if (!current) continue
      const left = refundTally(key.kind, current, failures)
      if (left) await saveTally(tx, key.key, left)
      else await deleteTally(tx, key.key)
    }
    if (counted.stranger) await deleteNetworkAccount(tx, counted.stranger)
  })
}

/** A known device counts alone, so that strangers cannot lock its owner out. */
export function attemptKeys(
  pepper: string,
  attempt: { email: string; networkKey: string; knownDeviceHash: Buffer | null },
): AttemptKeys {
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

/** Counts the attempts of unknown devices at an account. */
export function accountKey(pepper: string, email: string): AttemptKey {
  return {
    kind: 'account',
    key: `account:${hashEmail(pepper, email)}`,
  }
}

/** All are refunded when the owner proves the mailbox. */
export function accountKeys(pepper: string, email: string): AttemptKey[] {
  return [accountKey(pepper, email), { kind: 'account_year', key: `account-year:${hashEmail(pepper, email)}` }]
}

/** What the counters store about an address, for its erasure. */
export function accountTraces(pepper: string, email: string): { account: string; keyStarts: string[] } {
  const account = hashEmail(pepper, email)
  return { account, keyStarts: [...accountKeys(pepper, email).map(({ key }) => key), `device:${account}:`] }
}

/** Keyed, so that the table does not reveal the addresses. */
const hashEmail = (pepper: string, email: string): string =>
  createHmac('sha256', pepper).update(`attempts:${email}`).digest('base64url')
