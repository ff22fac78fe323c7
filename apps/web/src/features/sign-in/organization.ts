import type { Answer } from '@kitewise/contract/calls'
import { call } from '../../lib/api-client.ts'
import { loadPasskeys } from '../../lib/passkeys-here.ts'
import type { Organization } from './api.ts'

export function readOrganization(organizationId: string, signal: AbortSignal): Promise<Organization> {
  return call('GET /api/organization-sign-in/{organizationId}', { params: { organizationId }, signal })
}

export function finishAtProvider(organizationId: string, query: string) {
  return call('POST /api/organization-sign-in/{organizationId}/return', { params: { organizationId }, body: { query } })
}

type SignedIn = Pick<Answer<'login'>, 'jwt' | 'user' | 'needsPlan'>

export async function confirmWithPin(organizationId: string, body: { email: string; pin: string }): Promise<SignedIn> {
  return call('POST /api/organization-sign-in/{organizationId}/confirm', { params: { organizationId }, body })
}

export async function confirmWithPasskey(organizationId: string): Promise<SignedIn> {
  const { answerWithPasskey } = await loadPasskeys()
  const passkey = await answerWithPasskey(await call('POST /api/product-user/passkey-login/options'))
  return call('POST /api/organization-sign-in/{organizationId}/confirm-with-passkey', {
    params: { organizationId },
    body: { passkey },
  })
}

export async function mailConfirmation(organizationId: string, email: string): Promise<void> {
  await call('POST /api/organization-sign-in/{organizationId}/confirm-by-mail', {
    params: { organizationId },
    body: { email },
  })
}

export async function confirmWithLink(organizationId: string, token: string): Promise<SignedIn> {
  return call('POST /api/organization-sign-in/{organizationId}/confirm-by-link', {
    params: { organizationId },
    body: { token },
  })
}
