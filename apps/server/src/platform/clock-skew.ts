import type { Queryable } from '../database/connect.ts'

/** Less comes from the measurement, or doesn't matter. */
export const tolerableSkewMs = 2_000

/** By how many milliseconds the database's clock is ahead of `now`'s; negative if it's behind. Sessions live by the database's. */
export async function readDatabaseSkew(db: Queryable, now: () => Date): Promise<number> {
  const before = now().getTime()
  const [row] = await db<[{ at: Date }]>`select clock_timestamp() as at`
  return row.at.getTime() - (before + now().getTime()) / 2
}

/** Tells of something that lasts, once a minute at most. */
export function atMostEachMinute<Input>(tell: (input: Input) => void): (input: Input) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (input) => {
    if (performance.now() - toldAt < 60_000) return
    toldAt = performance.now()
    tell(input)
  }
}
