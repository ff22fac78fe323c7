import { decideAttempt, takeBackAttempt, type Tally, type TallyKind } from '@kitewise/rules/login-throttle'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { databaseNow, deleteTally, lockTallies, saveTally } from './attempt-queries.ts'

/** A key under which failures are counted. */
export type AttemptKey = { kind: TallyKind; key: string }

export type CountedAttempt = { key: AttemptKey; failures: number }[]

/**
 * Counts a sign-in attempt as failed under each key, and commits that before anybody looks at the PIN: however many
 * arrive at once, and whenever the process dies, no guess is free.
 * @returns what was counted, or the longest wait in seconds, with nothing counted
 */
export const countAttempt = (
  context: Context,
  keys: readonly AttemptKey[],
): Promise<{ counted: CountedAttempt } | { waitSeconds: number }> =>
  inTransaction(context.db, async (tx) => {
    const tallies = await lockTallies(
      tx,
      keys.map(({ key }) => key),
    )
    const now = await databaseNow(tx)
    const counted: CountedAttempt = []
    const raised: { key: string; tally: Tally }[] = []
    let waitSeconds = 0
    for (const key of keys) {
      const decision = decideAttempt(key.kind, tallies.get(key.key) ?? null, now)
      if (!decision.allowed) {
        waitSeconds = Math.max(waitSeconds, decision.waitSeconds)
      } else {
        counted.push({ key, failures: decision.tally.failures })
        raised.push({ key: key.key, tally: decision.tally })
      }
    }
    if (waitSeconds > 0) return { waitSeconds }
    for (const { key, tally } of raised) await saveTally(tx, key, tally)
    return { counted }
  })

/** Takes an attempt back: the PIN was right, or was never compared. */
export const takeBackCounted = (context: Context, counted: CountedAttempt): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const tallies = await lockTallies(
      tx,
      counted.map(({ key }) => key.key),
    )
    for (const { key, failures } of counted) {
      const current = tallies.get(key.key)
      if (!current) continue
      const left = takeBackAttempt(key.kind, current, failures)
      if (left) await saveTally(tx, key.key, left)
      else await deleteTally(tx, key.key)
    }
  })
