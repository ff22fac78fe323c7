import { z } from 'zod'
import { sessionEndpoints } from './account-endpoints.ts'
import { data, endpoint, providerEndpoint } from './endpoint.ts'
import { typedLine } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

/** What the browser's passkey functions take and give. @simplewebauthn checks it. */
export const passkeyJson = z.record(z.string(), z.unknown())

const name = typedLine(textLimits.passkeyName)
const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

export const passkeyEndpoints = {
  passkeySignInOptions: endpoint({
    method: 'POST',
    path: '/api/product-user/passkey-login/options',
    auth: 'public',
    limit: 'login',
    answer: data(passkeyJson),
    summary: 'Begins a sign-in with a passkey: options for the browser, good for five minutes.',
  }),
  passkeySignIn: endpoint({
    method: 'POST',
    path: '/api/product-user/passkey-login',
    auth: 'public',
    limit: 'login',
    body: z.object({ passkey: passkeyJson }),
    answer: sessionEndpoints.login.answer,
    errors: ['passkey_refused', 'account_blocked', 'organization_sign_in_required'],
    summary: 'Signs in with a passkey, without an address. Answers like the login with a PIN.',
  }),
  reauthenticateWithPasskey: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/reauthenticate-with-passkey',
    limit: 'login',
    body: z.object({ passkey: passkeyJson }),
    answer: data(z.object({ reauthenticated: z.literal(true) })),
    errors: ['unauthorized', 'passkey_refused'],
    summary: 'Step-up authentication with a passkey of the signed-in user, for the options of `passkeySignInOptions`.',
  }),
  listPasskeys: endpoint({
    method: 'GET',
    path: '/api/product-user/passkeys',
    answer: data(z.array(passkey)),
    errors: ['unauthorized'],
    summary: "The signed-in user's passkeys, oldest first.",
  }),
  addPasskeyOptions: endpoint({
    method: 'POST',
    path: '/api/product-user/passkeys/options',
    fresh: true,
    answer: data(passkeyJson),
    errors: ['unauthorized', 'reauthenticate', 'too_many_passkeys'],
    summary: 'Begins adding a passkey: options for the browser, good for five minutes.',
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/product-user/passkeys',
    fresh: true,
    body: z.object({ passkey: passkeyJson, name }),
    answer: data(passkey),
    errors: ['unauthorized', 'reauthenticate', 'passkey_refused', 'too_many_passkeys'],
    summary: 'Adds a passkey, of at most ten, and tells its owner by email.',
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/product-user/passkeys/{passkeyId}',
    params: z.object({ passkeyId: z.uuid() }),
    body: z.object({ name }),
    answer: data(passkey),
    errors: ['unauthorized', 'not_found'],
    summary: 'Renames a passkey. The name is only for its owner.',
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/product-user/passkeys/{passkeyId}',
    fresh: true,
    params: z.object({ passkeyId: z.uuid() }),
    answer: data(z.object({ removed: z.literal(true) })),
    errors: ['unauthorized', 'reauthenticate', 'not_found'],
    summary: 'Removes a passkey, and tells its owner by email. Sessions stay.',
  }),
}
