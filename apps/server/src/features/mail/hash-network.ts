import { createHmac } from 'node:crypto'

/**
 * By which the mails are counted that a network has asked for; the network itself is not kept with them.
 * @param networkKey as `networkOf` gives it
 */
export const hashNetwork = (pepper: string, networkKey: string): string =>
  createHmac('sha256', pepper).update(`mails:${networkKey}`).digest('base64url')
