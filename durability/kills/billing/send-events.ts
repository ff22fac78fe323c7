import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { signEvent } from '../../../apps/server/src/adapters/payments/embedded/events.ts'
import type { SocketAddress } from '../../../apps/server/src/database/connect.ts'
import type { Gate } from '../api.ts'
import { readEvents } from './books.ts'

/** The servers' secret, so that the test can sign events like the provider. */
export const sessionSecret = 'kill-test-session-secret-of-good-length'
const webhookSecret = createHmac('sha256', sessionSecret).update('embedded payments').digest('hex')

const pauseMs = 100

/**
 * Sends signed events repeatedly, early, late, out of order and concurrently, until the end.
 * @returns how many were acknowledged
 */
export async function keepSendingEvents(
  urls: string[],
  address: SocketAddress,
  gate: Gate,
  isOver: () => boolean,
): Promise<number> {
  let acknowledged = 0
  const post = async (body: string, index: number): Promise<void> => {
    const bytes = Buffer.from(body)
    const headers = {
      'content-type': 'application/json',
      'kitewise-signature': signEvent(webhookSecret, bytes, new Date()),
    }
    const url = `${urls[index % urls.length]}/api/payments/webhook`
    // A cut connection is expected; the event is sent again.
    const response = await fetch(url, { method: 'POST', headers, body: bytes }).catch(() => null)
    if (response?.status === 200) acknowledged += 1
    else if (response && response.status < 500) throw new Error(`an event was refused with ${response.status}`)
  }
  while (!isOver()) {
    await gate.pass(async () => {
      const events = await readEvents(address).catch(() => [])
      await Promise.all(events.map(post))
    })
    await pause(pauseMs)
  }
  return acknowledged
}
