import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { createPool, type DatabaseAddress } from './connect.ts'

/** By this name, instances count each other in `pg_stat_activity`. */
export const listenerName = 'kitewise-listener'

const beatMs = 1_000
/** A connection without an answer for this long counts as lost. */
const silentMs = 3_000
const pauseMs = 500

export type Listener = {
  /** False while the connection is lost, and until it is back. */
  isHearing: () => boolean
  close: () => Promise<void>
}

type Hearing = {
  channel: string
  hear: (payload: string) => void
  /** Called when notifications may have been missed. */
  onGap: () => void
  log: Logger
}

/** Listens on a connection of its own, which must be a session's (no pooler in transaction mode). Reconnects by itself. */
export function listen(address: DatabaseAddress, { channel, hear, onGap, log }: Hearing): Listener {
  const pool = createPool(address, { poolSize: 1, limits: 'none', name: listenerName })
  const closing = new AbortController()
  let lastAnswerAt = -Infinity
  const lose = () => {
    lastAnswerAt = -Infinity
    onGap()
  }

  const listenUntilLost = async (client: PoolClient): Promise<void> => {
    const lost = new AbortController()
    client.on('notification', ({ payload = '' }) => hear(payload))
    for (const event of ['error', 'end'] as const) client.on(event, () => lost.abort())
    const answer = async (text: string) => {
      await client.query(text)
      lastAnswerAt = performance.now()
    }
    await answer(`listen ${channel}`)
    const signal = AbortSignal.any([lost.signal, closing.signal])
    while (!signal.aborted) {
      await wait(beatMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) break
      const beat = answer('select 1').catch(() => lost.abort())
      await Promise.race([beat, wait(silentMs, undefined, { signal, ref: false }).catch(() => {})])
      if (performance.now() - lastAnswerAt > silentMs) break
    }
  }

  const ended = (async () => {
    while (!closing.signal.aborted) {
      let client: PoolClient | null = null
      try {
        client = await pool.connect()
        onGap()
        await listenUntilLost(client)
      } catch (error) {
        log.debug({ err: error }, 'the listening connection failed')
      } finally {
        lose()
        client?.release(true)
      }
      await wait(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
    await pool.end()
  })()

  return {
    isHearing: () => performance.now() - lastAnswerAt < silentMs,
    close: async () => {
      closing.abort()
      await ended
    },
  }
}
