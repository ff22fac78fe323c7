import { z } from 'zod'
import { data, endpoint, providerEndpoint } from './endpoint.ts'
import { user } from './entities.ts'
import { passkeyJson } from './passkey-endpoints.ts'
import { typedDigits } from './typed/typed-text.ts'

const organizationId = z.uuid()
const params = z.object({ organizationId })
const done = data(z.object({ done: z.literal(true) }))
const moment = z.iso.datetime()

/** As login answers. */
const signedIn = z.object({ jwt: z.string(), user, needsPlan: z.literal(true).optional() })

/** `confirm`: the account at the provider isn't a learner's yet. `email`: what the provider calls the address, unproven. */
const outcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('signed_in'), session: signedIn }),
  z.object({ outcome: z.literal('confirmed_again') }),
  z.object({ outcome: z.literal('confirm'), name: z.string(), email: z.string().nullable() }),
])

const refusals = [
  'organization_sign_in_refused',
  'organization_sign_in_unavailable',
  'organization_access_ended',
  'organization_not_joined',
] as const

/** How learners sign in through their organization. Nothing here says whether an address has an account. */
export const organizationSignInEndpoints = {
  findOrganizationSignIn: endpoint({
    method: 'POST',
    path: '/api/organization-sign-in/find',
    auth: 'public',
    limit: 'login',
    body: z.object({ email: z.string().max(254) }),
    answer: data(z.object({ organization: z.object({ organizationId, name: z.string() }).nullable() })),
    summary: 'The organization that has proven the domain of an address and has an identity provider.',
  }),
  organizationSignIn: endpoint({
    method: 'GET',
    path: '/api/organization-sign-in/{organizationId}',
    auth: 'public',
    params,
    answer: data(z.object({ organizationId, name: z.string() })),
    errors: ['not_found'],
    summary: 'The organization with this ID, if it has an identity provider.',
  }),
  beginOrganizationSignIn: providerEndpoint({
    method: 'POST',
    path: '/api/organization-sign-in/{organizationId}/begin',
    auth: 'optional',
    limit: 'login',
    params,
    body: z.object({ purpose: z.enum(['sign-in', 'step-up']) }),
    answer: data(z.object({ url: z.string() })),
    errors: ['not_found', 'organization_sign_in_unavailable'],
    summary:
      'Where the provider of the organization is. `step-up`: in a session that it began, of a learner without a PIN; the provider asks for the credentials again.',
  }),
  finishOrganizationSignIn: providerEndpoint({
    method: 'POST',
    path: '/api/organization-sign-in/{organizationId}/return',
    auth: 'optional',
    limit: 'login',
    params,
    body: z.object({ query: z.string().max(6_000) }),
    answer: data(outcome),
    errors: ['not_found', ...refusals],
    summary: 'Checks the answer with which the provider led back to this browser. Works once.',
  }),
  confirmWithPin: endpoint({
    method: 'POST',
    path: '/api/organization-sign-in/{organizationId}/confirm',
    auth: 'public',
    limit: 'login',
    params,
    body: z.object({ email: z.string().max(254), pin: typedDigits(20) }),
    answer: data(signedIn),
    errors: [
      'organization_sign_in_refused',
      'organization_not_joined',
      'organization_access_ended',
      'wrong_pin',
      'check_mailbox',
      'address_bounces',
      'account_blocked',
    ],
    summary: 'Links the account at the provider with the learner whose PIN this is, and signs in.',
  }),
  confirmWithPasskey: endpoint({
    method: 'POST',
    path: '/api/organization-sign-in/{organizationId}/confirm-with-passkey',
    auth: 'public',
    limit: 'login',
    params,
    body: z.object({ passkey: passkeyJson }),
    answer: data(signedIn),
    errors: [
      'organization_sign_in_refused',
      'organization_not_joined',
      'organization_access_ended',
      'passkey_refused',
      'account_blocked',
    ],
    summary: 'The same with a passkey, for the options of `passkeySignInOptions`.',
  }),
  listOrganizationLinks: endpoint({
    method: 'GET',
    path: '/api/product-user/organization-links',
    answer: data(z.array(z.object({ organizationId, name: z.string(), linkedAt: moment, lastUsedAt: moment }))),
    errors: ['unauthorized', 'owner_proof_needed'],
    summary: 'The organizations through whose identity provider the learner can sign in, by name.',
  }),
  unlinkOrganization: endpoint({
    method: 'DELETE',
    path: '/api/product-user/organization-links/{organizationId}',
    params,
    answer: done,
    errors: ['unauthorized', 'owner_proof_needed', 'not_found'],
    summary:
      'Ends the sign-in through an organization and the sessions that it began. The learner stays a member, and can link it again.',
  }),
  mailConfirmation: endpoint({
    method: 'POST',
    path: '/api/organization-sign-in/{organizationId}/confirm-by-mail',
    auth: 'public',
    limit: 'login',
    params,
    body: z.object({ email: z.string().max(254) }),
    answer: data(z.object({ sent: z.literal(true) })),
    errors: ['organization_sign_in_refused', 'invalid_email', 'address_bounces'],
    summary:
      'Mails a link that links the account at the provider, in this browser only; to an account with a PIN or a passkey, a link to a new PIN. The response is the same for every address.',
  }),
  confirmWithLink: endpoint({
    method: 'POST',
    path: '/api/organization-sign-in/{organizationId}/confirm-by-link',
    auth: 'public',
    limit: 'login',
    params,
    body: z.object({ token: z.string().max(200) }),
    answer: data(signedIn),
    errors: ['invalid_token', 'organization_not_joined', 'organization_access_ended', 'account_blocked'],
    summary: 'Redeems the mailed link in the browser that began the sign-in.',
  }),
}

const domain = z.object({
  id: z.uuid(),
  domain: z.string(),
  /** The TXT record to set at the domain. */
  record: z.string(),
  /** `failing`: proven, but the record is missing since `failingSince`; the proof ends at `endsAt`. */
  state: z.enum(['waiting', 'proven', 'failing']),
  checkedAt: moment.nullable(),
  failingSince: moment.nullable(),
  endsAt: moment.nullable(),
})

/** Settings of an owner. */
export const organizationSettingEndpoints = {
  signInSettings: providerEndpoint({
    method: 'GET',
    path: '/api/organizations/{organizationId}/sign-in',
    params,
    answer: data(
      z.object({
        domains: z.array(domain),
        provider: z.object({ issuer: z.string(), clientId: z.string(), isRequired: z.boolean() }).nullable(),
        scim: z.object({
          address: z.string(),
          /** Newest first. `endsAt`: when a replaced one stops to work. */
          tokens: z.array(z.object({ createdAt: moment, lastUsedAt: moment.nullable(), endsAt: moment.nullable() })),
        }),
        /** What to register at the provider, and the page on which people begin. */
        returnAddress: z.string(),
        signInAddress: z.string(),
      }),
    ),
    errors: ['unauthorized', 'not_found', 'forbidden'],
    summary: "The organization's domains, identity provider and provisioning.",
  }),
  addDomain: providerEndpoint({
    method: 'POST',
    path: '/api/organizations/{organizationId}/domains',
    fresh: true,
    params,
    body: z.object({ domain: z.string().max(253) }),
    answer: data(domain),
    errors: ['unauthorized', 'not_found', 'forbidden', 'domain_invalid', 'domain_taken'],
    summary: 'Adds a domain to prove, or finds the one that was added.',
  }),
  checkDomain: providerEndpoint({
    method: 'POST',
    path: '/api/organizations/{organizationId}/domains/{domainId}/check',
    limit: 'login',
    params: params.extend({ domainId: z.uuid() }),
    answer: data(z.object({ domain, found: z.enum(['record', 'other_records', 'nothing', 'no_answer']) })),
    errors: ['unauthorized', 'not_found', 'forbidden', 'domain_taken'],
    summary: 'Looks for the record now.',
  }),
  removeDomain: providerEndpoint({
    method: 'DELETE',
    path: '/api/organizations/{organizationId}/domains/{domainId}',
    fresh: true,
    params: params.extend({ domainId: z.uuid() }),
    answer: done,
    errors: ['unauthorized', 'not_found', 'forbidden', 'reauthenticate'],
    summary: 'Removes a domain. Its people sign in with their PIN from then on.',
  }),
  saveProvider: providerEndpoint({
    method: 'PUT',
    path: '/api/organizations/{organizationId}/provider',
    fresh: true,
    params,
    body: z.object({
      issuer: z.string().max(500),
      clientId: z.string().trim().min(1).max(500),
      /** Null keeps the stored one of the same issuer and client. */
      clientSecret: z.string().min(1).max(1_000).nullable(),
    }),
    answer: done,
    errors: ['unauthorized', 'not_found', 'forbidden', 'reauthenticate', 'provider_invalid', 'provider_secret_missing'],
    summary: 'Stores the OpenID Connect provider. Another issuer or client unlinks all accounts at the one before.',
  }),
  testProvider: providerEndpoint({
    method: 'POST',
    path: '/api/organizations/{organizationId}/provider/test',
    limit: 'login',
    params,
    answer: data(z.object({ result: z.enum(['works', 'no_answer', 'other_issuer', 'not_openid']) })),
    errors: ['unauthorized', 'not_found', 'forbidden', 'provider_missing'],
    summary: 'Asks the provider for its description. Only a sign-in shows whether client ID and secret are right.',
  }),
  requireProvider: providerEndpoint({
    method: 'PUT',
    path: '/api/organizations/{organizationId}/provider/required',
    fresh: true,
    params,
    body: z.object({ isRequired: z.boolean() }),
    answer: done,
    errors: ['unauthorized', 'not_found', 'forbidden', 'reauthenticate', 'provider_missing', 'domain_missing'],
    summary:
      'Whether members at a proven domain must sign in through the organization. Ends their other sessions. Owners keep their PIN.',
  }),
  removeProvider: providerEndpoint({
    method: 'DELETE',
    path: '/api/organizations/{organizationId}/provider',
    fresh: true,
    params,
    answer: done,
    errors: ['unauthorized', 'not_found', 'forbidden', 'reauthenticate'],
    summary: 'Removes the provider and all links to it, and ends the sessions that it began.',
  }),
  createScimToken: providerEndpoint({
    method: 'POST',
    path: '/api/organizations/{organizationId}/scim-tokens',
    fresh: true,
    params,
    answer: data(z.object({ token: z.string() })),
    errors: ['unauthorized', 'not_found', 'forbidden', 'reauthenticate', 'domain_missing'],
    summary: 'A new token for SCIM, shown once. The one before works for another day.',
  }),
  removeScimTokens: providerEndpoint({
    method: 'DELETE',
    path: '/api/organizations/{organizationId}/scim-tokens',
    fresh: true,
    params,
    answer: done,
    errors: ['unauthorized', 'not_found', 'forbidden', 'reauthenticate'],
    summary: 'Ends provisioning: no token works any more. People stay as they are.',
  }),
}
