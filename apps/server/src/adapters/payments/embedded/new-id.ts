import { randomBytes } from 'node:crypto'

/** An id in the form of a payment provider's: a short prefix and 128 random bits. */
export const newId = (prefix: 'cs' | 'sub' | 'cus' | 'evt' | 'bps'): string =>
  `${prefix}_${randomBytes(16).toString('hex')}`
