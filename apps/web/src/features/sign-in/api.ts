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

export type Organization = { organizationId: string; name: string }

/** The organization at whose provider people with such an address sign in; null if there is none, or nobody answers. */
export async function findOrganization(email: string, signal: AbortSignal): Promise<Organization | null> {
  try {
    const { organization } = await call('POST /api/organization-sign-in/find', { body: { email }, signal })
    return organization
  } catch {
    return null
  }
}
