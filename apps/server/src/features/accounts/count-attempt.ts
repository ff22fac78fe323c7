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
import type { AttemptKeys } from './attempt-keys.ts'
import { databaseNow, deleteTally, lockTallies, saveTally } from './attempt-queries.ts'
import {
  addNetworkAccount,
  deleteNetworkAccount,
  findNetworkWait,
  hasFailedWidely,
  isGuarded,
} from './guard-queries.ts'

/** A key under which failures are counted. */
export type AttemptKey = { kind: TallyKind; key: string }

/** What was counted of an attempt, to be taken back when its PIN was right. */
export type CountedAttempt = { tallies: { key: AttemptKey; failures: number }[]; stranger: AttemptKeys['stranger'] }

/** `needsMailbox`: no PIN is compared; the attempt makes the account's waits grow all the same. */
export type CountOutcome = { waitSeconds: number } | { needsMailbox: true } | { counted: CountedAttempt }

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
