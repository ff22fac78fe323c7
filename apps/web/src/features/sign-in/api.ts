import { call } from '../../lib/api-client.ts'

/** Makes this browser a known device by the token of a mailed link. @returns the account's e-mail */
export async function confirmDevice(token: string): Promise<string> {
  const { email } = await call('POST /api/product-user/confirm-device', { body: { token } })
  return email
}

/** Checks the token of a mailed link without using it up. @returns the account's e-mail */
export async function checkPinToken(token: string): Promise<string> {
  const { email } = await call('POST /api/product-user/check-pin-token', { body: { token } })
  return email
}

/** Has the link for a new PIN mailed. The response does not depend on whether there is an account. */
export async function requestPinLink(email: string): Promise<void> {
  await call('POST /api/product-user/restore-pin', { body: { email } })
}
