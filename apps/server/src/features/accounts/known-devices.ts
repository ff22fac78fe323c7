import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../database/connect.ts'
import { deviceExists, rememberDevice } from './users.sql.ts'

/**
 * Makes a browser one of the user's known devices, or renews that.
 * @param givenToken what its cookie holds; kept when it is one of ours
 * @returns the token for the cookie
 */
export const rememberBrowser = async (tx: Tx, userId: string, givenToken: string | null): Promise<string> => {
  const givenHash = hashDeviceToken(givenToken)
  const isOurs = givenHash !== null && (await deviceExists(tx, givenHash))
  const deviceToken = isOurs && givenToken !== null ? givenToken : newDeviceToken()
  const hash = hashDeviceToken(deviceToken)
  if (!hash) throw new Error('a device token of our own making was not recognised')
  await rememberDevice(tx, { userId, hash, seconds: deviceSeconds })
  return deviceToken
}

/** How long a browser is remembered after its last sign-in. */
export const deviceSeconds = 180 * 86_400

/** 128 random bits, as they stand in the cookie. */
const newDeviceToken = (): string => randomBytes(16).toString('base64url')

/** What is stored of a token: its SHA-256; null when the cookie is not of our making. */
export const hashDeviceToken = (token: string | null): Buffer | null =>
  token !== null && /^[A-Za-z0-9_-]{22}$/.test(token) ? createHash('sha256').update(token).digest() : null
