import { call } from './api-client.ts'
import { storedValue } from './stored-value.ts'

/** Where to go back to after a step-up at the provider. */
export const placeToReturn = storedValue('sso_return', 'tab')

/** @returns the provider's address */
export async function beginAtProvider(organizationId: string, purpose: 'sign-in' | 'step-up'): Promise<string> {
  const { url } = await call('POST /api/organization-sign-in/{organizationId}/begin', {
    params: { organizationId },
    body: { purpose },
  })
  return url
}
