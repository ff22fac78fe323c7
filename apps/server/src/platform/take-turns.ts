/** Runs `work` when nobody else in this process works under any of `keys`. */
export type TakeTurns = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>

/**
 * Sign-ins to one account, sent at once, take turns: each counts as failed until its PIN has been compared, so that
 * three right ones side by side would make the fourth wait. A courtesy and no protection: beyond `longest` under one
 * key nobody waits any more, since the counter in the database holds by itself.
 * @param longest how many may wait under one key, one at work included
 */
export const createTurns = (longest = 20): TakeTurns => {
  const lines = new Map<string, { last: Promise<void>; length: number }>()

  const takeTurn = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (line.length >= longest) return work()
    const done = line.last.then(work)
    line.length += 1
    line.last = done.then(
      () => undefined,
      () => undefined,
    )
    lines.set(key, line)
    try {
      return await done
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(key)
    }
  }

  return function takeTurns<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const [key, ...others] = keys
    return key === undefined ? work() : takeTurn(key, () => takeTurns(others, work))
  }
}
