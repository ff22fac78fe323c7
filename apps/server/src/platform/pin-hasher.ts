import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { PinHashing } from '../config.ts'

/** Thrown when so many sign-ins wait for a hash that one more would only wait in vain. */
export class HashingIsBusy extends Error {}

export type PinHasher = {
  hash: (pin: string) => Promise<string>
  /** Compares with the stored hash; with null it works as long for nothing, so that nobody can tell the difference. */
  verify: (stored: string | null, pin: string) => Promise<boolean>
}

/**
 * Argon2id over HMAC(pin, pepper): without the pepper, which is not in the database, a stolen table of four-digit PINs
 * would be read in minutes. Two at once per process, a bounded queue, then HashingIsBusy: memory stays bounded under attack.
 */
export const createPinHasher = (hashing: PinHashing): PinHasher => {
  const runOneOfFew = limitConcurrency(hashing.atOnce, hashing.queue)
  const keyed = (pin: string) => createHmac('sha256', hashing.pepper).update(pin).digest('base64')
  // The library's default algorithm is argon2id; its enum cannot be named under isolatedModules.
  const options = { memoryCost: hashing.memoryKib, timeCost: hashing.passes, parallelism: 1 }
  const hashPin = (pin: string) => hash(keyed(pin), options)
  const ofNobody = hashPin('nobody')
  return {
    hash: (pin) => runOneOfFew(() => hashPin(pin)),
    verify: (stored, pin) =>
      runOneOfFew(async () => {
        if (stored !== null) return verify(stored, keyed(pin))
        await verify(await ofNobody, keyed(pin))
        return false
      }),
  }
}

const limitConcurrency = (atOnce: number, queue: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= queue) throw new HashingIsBusy('too many PINs are waiting to be hashed')
      await new Promise<void>((start) => waiting.push(start))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

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
