import { randomUUID } from 'node:crypto'
import type { Db } from '../apps/server/src/database/connect.ts'
import { makeCall } from '../apps/server/src/test-support/call-server.ts'

/** One response, as the client sees it. */
export type Seen = { what: string; status: number; ms: number; isJson: boolean; retryAfter: string | null }

/** Writes new rows without an account, and remembers the acknowledged ones. */
export function createJournal(urls: readonly string[]) {
  const calls = urls.map((url) => makeCall(url))
  const acknowledged = new Set<string>()
  let turn = 0

  /** Writes one row. Returns the response, or null if the connection was cut. */
  const write = async (): Promise<Seen | null> => {
    turn += 1
    const call = calls[turn % calls.length]
    if (!call) throw new Error('There is no instance.')
    const onboardingId = randomUUID()
    const begin = performance.now()
    try {
      const { status, error, headers } = await call('saveOnboarding', {
        params: { onboardingId },
        body: { variant: 1, version: 1, step: 1, answers: { experience: ['never'] } },
      })
      if (status === 200) acknowledged.add(onboardingId)
      const isJson = status === 200 || error !== null
      return { what: 'write', status, ms: performance.now() - begin, isJson, retryAfter: headers.get('retry-after') }
    } catch {
      return null
    }
  }

  /** Acknowledged rows that are missing in the database. */
  const countLost = async (db: Db): Promise<number> => {
    const rows = await db<{ id: string }[]>`
      select id from onboardings where id = any(${[...acknowledged]}::uuid[])`
    return acknowledged.size - rows.length
  }
  return { write, countLost, countAcknowledged: () => acknowledged.size }
}
