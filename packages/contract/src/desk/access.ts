import { z } from 'zod'
import { data } from '../endpoint.ts'
import { passkeyJson } from '../passkey-endpoints.ts'
import { deskEndpoint, done } from './desk-endpoint.ts'
import { roles } from './roles.ts'
import { typedDigits, typedLine } from '../typed/typed-text.ts'
import * as textLimits from '../typed/text-limits.ts'

const role = z.enum(roles)
const token = z.string().regex(/^[A-Za-z0-9_-]{22}$/)
const codes = z.array(z.string())
const email = z.string().trim().toLowerCase().max(254)

const staffMember = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role,
  /** Unix milliseconds until which actions need no further passkey; 0 if they need one. */
  steppedUpUntil: z.number(),
  sessionEndsAt: z.number(),
  passkeys: z.array(
    z.object({ id: z.string(), label: z.string(), createdAt: z.number(), lastUsedAt: z.number().nullable() }),
  ),
  recoveryCodesLeft: z.int(),
  /** The own account at the identity provider; `oidc` is null if none is configured. `email`: null unless verified. */
  oidc: z
    .object({
      label: z.string(),
      linked: z
        .object({ email: z.string().nullable(), createdAt: z.number(), lastUsedAt: z.number().nullable() })
        .nullable(),
    })
    .nullable(),
  environment: z.enum(['production', 'development']),
})

/** Where to send the browser: to the identity provider, which leads back to /desk/oidc. */
const way = data(z.object({ url: z.string() }))

export const accessEndpoints = {
  deskMe: deskEndpoint({
    method: 'GET',
    path: '/api/desk/me',
    permission: 'signed-in',
    audited: false,
    answer: data(staffMember),
    summary: 'The member of staff who is signed in.',
  }),
  deskSignInOptions: deskEndpoint({
    method: 'POST',
    path: '/api/desk/sign-in/options',
    permission: 'public',
    audited: false,
    answer: data(passkeyJson),
    summary: 'Begins a sign-in with a passkey.',
  }),
  deskSignIn: deskEndpoint({
    method: 'POST',
    path: '/api/desk/sign-in',
    permission: 'public',
    audited: false,
    body: z.object({ passkey: passkeyJson }),
    answer: done,
    errors: ['passkey_refused'],
    summary: 'Signs in with a passkey. The handler writes to the audit log, when it knows who it is.',
  }),
  deskSignInWithCode: deskEndpoint({
    method: 'POST',
    path: '/api/desk/sign-in/code',
    permission: 'public',
    audited: false,
    body: z.object({ email, code: typedDigits(40) }),
    answer: done,
    errors: ['recovery_code_refused'],
    summary: 'Signs in with a recovery code, which works once.',
  }),
  deskSignInWays: deskEndpoint({
    method: 'GET',
    path: '/api/desk/sign-in/ways',
    permission: 'public',
    audited: false,
    answer: data(z.object({ oidc: z.object({ label: z.string() }).nullable() })),
    summary: 'The ways to sign in besides passkeys and recovery codes.',
  }),
  deskOidcSignIn: deskEndpoint({
    method: 'POST',
    path: '/api/desk/sign-in/oidc',
    permission: 'public',
    audited: false,
    answer: way,
    errors: ['not_found', 'oidc_unavailable'],
    summary: 'Begins a sign-in at the identity provider.',
  }),
  deskOidcStepUp: deskEndpoint({
    method: 'POST',
    path: '/api/desk/step-up/oidc',
    permission: 'signed-in',
    audited: false,
    answer: way,
    errors: ['not_found', 'oidc_unavailable'],
    summary: 'Begins a step-up at the identity provider, which must ask for the credentials again.',
  }),
  linkIdentity: deskEndpoint({
    method: 'POST',
    path: '/api/desk/identity',
    permission: 'signed-in',
    stepUp: true,
    answer: way,
    errors: ['not_found', 'oidc_unavailable'],
    object: { kind: 'staff', self: true },
    summary: 'Begins linking the own account at the identity provider.',
  }),
  unlinkIdentity: deskEndpoint({
    method: 'POST',
    path: '/api/desk/identity/remove',
    permission: 'signed-in',
    stepUp: true,
    answer: done,
    errors: ['not_found'],
    object: { kind: 'staff', self: true },
    summary: 'Forgets the own account at the identity provider.',
  }),
  deskOidcReturn: deskEndpoint({
    method: 'POST',
    path: '/api/desk/oidc',
    permission: 'public',
    audited: false,
    body: z.object({ query: z.string().max(8_000) }),
    answer: data(z.object({ purpose: z.enum(['sign-in', 'step-up', 'link']) })),
    errors: ['not_found', 'oidc_refused', 'oidc_not_linked', 'oidc_taken', 'oidc_unavailable'],
    summary: 'Ends what was begun at the identity provider, in the same browser. The handler writes to the audit log.',
  }),
  deskSignOut: deskEndpoint({
    method: 'POST',
    path: '/api/desk/sign-out',
    permission: 'signed-in',
    answer: done,
    object: { kind: 'staff', self: true },
    summary: 'Ends the session.',
  }),
  deskStepUpOptions: deskEndpoint({
    method: 'POST',
    path: '/api/desk/step-up/options',
    permission: 'signed-in',
    audited: false,
    answer: data(passkeyJson),
    summary: 'Begins a step-up: the passkey once more.',
  }),
  deskStepUp: deskEndpoint({
    method: 'POST',
    path: '/api/desk/step-up',
    permission: 'signed-in',
    body: z.object({ passkey: passkeyJson }),
    answer: done,
    errors: ['passkey_refused'],
    object: { kind: 'staff', self: true },
    summary: 'Allows actions that need a step-up for ten minutes.',
  }),
  deskEnrolmentOptions: deskEndpoint({
    method: 'POST',
    path: '/api/desk/enrolment/options',
    permission: 'public',
    audited: false,
    body: z.object({ token }),
    answer: data(z.object({ name: z.string(), email: z.string(), role, options: passkeyJson })),
    errors: ['invalid_token'],
    summary: 'Begins the enrolment of an invited member of staff.',
  }),
  deskEnrol: deskEndpoint({
    method: 'POST',
    path: '/api/desk/enrolment',
    permission: 'public',
    audited: false,
    body: z.object({ token, passkey: passkeyJson }),
    answer: data(z.object({ recoveryCodes: codes })),
    errors: ['invalid_token', 'passkey_refused'],
    summary: 'Stores the first passkey, replaces recovery codes, and signs in.',
  }),
  addPasskeyOptions: deskEndpoint({
    method: 'POST',
    path: '/api/desk/passkeys/options',
    permission: 'signed-in',
    audited: false,
    answer: data(passkeyJson),
    summary: 'Begins adding a passkey.',
  }),
  addPasskey: deskEndpoint({
    method: 'POST',
    path: '/api/desk/passkeys',
    permission: 'signed-in',
    body: z.object({ passkey: passkeyJson, label: typedLine(textLimits.staffPasskey) }),
    answer: done,
    errors: ['passkey_refused', 'step_up_required'],
    object: { kind: 'staff', self: true },
    summary: 'Adds a passkey. Needs a step-up, or a session that began with a recovery code less than ten minutes ago.',
  }),
  removePasskey: deskEndpoint({
    method: 'POST',
    path: '/api/desk/passkeys/remove',
    permission: 'signed-in',
    stepUp: true,
    body: z.object({ id: z.string().max(1_400) }),
    answer: done,
    errors: ['last_passkey', 'not_found'],
    object: { kind: 'staff', self: true },
    summary: 'Removes one of the own passkeys, but never the last.',
  }),
  renewRecoveryCodes: deskEndpoint({
    method: 'POST',
    path: '/api/desk/recovery-codes',
    permission: 'signed-in',
    stepUp: true,
    answer: data(z.object({ recoveryCodes: codes })),
    object: { kind: 'staff', self: true },
    summary: 'Replaces the own recovery codes.',
  }),
}
