import { createHmac, timingSafeEqual } from 'node:crypto'

const windowSeconds = 300

const hmac = (secret: string, timestamp: string, rawBytes: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(rawBytes).digest()

/** The signature of an event's bytes at a time: `t=<Unix seconds>,v1=<hex>`, the form that Stripe made common. */
export const signEvent = (secret: string, rawBytes: Buffer, now: Date): string => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return `t=${timestamp},v1=${hmac(secret, timestamp, rawBytes).toString('hex')}`
}

/** Whether these bytes were signed with the secret within the last 300 seconds. */
export const isSignedEvent = (secret: string, rawBytes: Buffer, signature: string, now: Date): boolean => {
  const [, timestamp, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (timestamp === undefined || given === undefined) return false
  const isRight = timingSafeEqual(hmac(secret, timestamp, rawBytes), Buffer.from(given, 'hex'))
  return isRight && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= windowSeconds
}
