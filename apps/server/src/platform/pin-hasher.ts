import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { PinHashing } from '../config.ts'

export class HashingIsBusy extends Error {}

export type PinHasher = {
  hash: (pin: string) => Promise<string>
  /** Compares with the stored hash. Null does the same work, so that timing reveals nothing. */
  verify: (stored: string | null, pin: string) => Promise<boolean>
}

/** Argon2id over HMAC(pin, pepper): a stolen table alone cannot be cracked. The bounded queue bounds memory under attack. */
export function createPinHasher(hashing: PinHashing): PinHasher {
  const runOneOfFew = limitConcurrency(hashing.atOnce, hashing.queue)
  const keyed = (pin: string) => createHmac('sha256', hashing.pepper).update(pin).digest('base64')
  // Argon2id is the library's default; its enum cannot be named under isolatedModules.
  const options = { memoryCost: hashing.memoryKib, timeCost: hashing.passes, parallelism: 1 }
  const hashPin = (pin: string) => hash(keyed(pin), options)
  const dummyHash = hashPin('nobody')
  return {
    hash: (pin) => runOneOfFew(() => hashPin(pin)),
    verify: (stored, pin) =>
      runOneOfFew(async () => {
        if (stored !== null) return verify(stored, keyed(pin))
        await verify(await dummyHash, keyed(pin))
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

/** Runs `work` when nothing else in this process runs under any of `keys`. */
export type TakeTurns = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>

/**
 * Concurrent sign-ins to one account take turns: each counts as failed until its PIN is compared, so three right ones would
 * block a fourth (docs/decisions/0021). Not a protection, the database's counter is: above `longest` in line nobody waits.
 */
export function createTurns(longest = 20): TakeTurns {
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
