import type { Tx } from '../../database/connect.ts'
import { deviceSeconds, hashDeviceToken, newDeviceToken } from './device-token.ts'
import { deviceExists, rememberDevice } from './queries.ts'

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
