import { createHash, randomBytes } from 'node:crypto'

/** How long a browser is remembered after its last sign-in. */
export const deviceSeconds = 180 * 86_400

/** 128 random bits, as they stand in the cookie. */
export const newDeviceToken = (): string => randomBytes(16).toString('base64url')

/** What is stored of a token: its SHA-256; null when the cookie is not of our making. */
export const hashDeviceToken = (token: string | null): Buffer | null =>
  token !== null && /^[A-Za-z0-9_-]{22}$/.test(token) ? createHash('sha256').update(token).digest() : null
