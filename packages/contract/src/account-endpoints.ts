import { z } from 'zod'
import { roles } from './desk/roles.ts'
import { data, endpoint, providerEndpoint } from './endpoint.ts'
import * as entity from './entities.ts'
import { typedDigits } from './typed/typed-text.ts'

export const sessionEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/product-user/login',
    auth: 'public',
    limit: 'login',
    body: z.object({ email: z.string().max(254), pin: typedDigits(20) }),
    answer: z.object({
      jwt: z.string(),
      user: entity.user,
      restored: z.literal(true).optional(),
      needsPlan: z.literal(true).optional(),
    }),
    errors: ['invalid_credentials', 'check_mailbox', 'address_bounces', 'account_blocked'],
    summary:
      'Signs in with email and PIN. `restored`: this undid the deletion of the account. `needsPlan`: no subscription gives access.',
  }),
  logout: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/logout',
    answer: data(z.object({ loggedOut: z.literal(true) })),
    errors: ['unauthorized'],
    summary: 'Ends the session of this token.',
  }),
  me: providerEndpoint({
    method: 'GET',
    path: '/api/product-user/me',
    answer: data(entity.user),
    errors: ['unauthorized'],
    summary: 'The signed-in user.',
  }),
  userSubscription: providerEndpoint({
    method: 'GET',
    path: '/api/user-subscription',
    query: z.object({ email: z.union([z.string(), z.array(z.string())]).optional() }),
    answer: data(z.array(entity.subscription)),
    errors: ['unauthorized'],
    summary: "The signed-in user's subscriptions, newest first. Empty for another user's address.",
  }),
  locales: endpoint({
    method: 'GET',
    path: '/api/i18n/locales',
    auth: 'public',
    answer: data(z.array(entity.locale)),
    summary: 'The languages of the interface, with their own names.',
  }),
}

export const pinEndpoints = {
  setPin: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/set-pin',
    auth: 'pin-setup',
    limit: 'login',
    body: z.object({ pin: typedDigits(20).regex(/^\d{4}$/), email: z.string().max(254) }),
    answer: data(z.object({ isPinSetUp: z.literal(true) })),
    errors: ['unauthorized', 'invalid_token', 'wrong_email', 'reauthenticate', 'pin_too_easy'],
    summary: 'Sets the PIN. Needs a recent sign-in or a pin-setup token.',
  }),
  restorePin: endpoint({
    method: 'POST',
    path: '/api/product-user/restore-pin',
    auth: 'public',
    limit: 'login',
    body: z.object({ email: z.string().max(254) }),
    answer: data(z.object({ sent: z.literal(true) })),
    errors: ['address_bounces'],
    summary:
      'Mails a link to set a new PIN if the address has an account. The response is the same without one. `address_bounces`: an email to this address came back, so none is sent.',
  }),
  confirmDevice: endpoint({
    method: 'POST',
    path: '/api/product-user/confirm-device',
    auth: 'public',
    limit: 'login',
    body: z.object({ token: z.string().max(200) }),
    answer: data(z.object({ email: z.string() })),
    errors: ['invalid_token'],
    summary:
      'Redeems the link of a new_device mail, which makes this browser a known device. Signing in still needs the PIN.',
  }),
  checkPinToken: endpoint({
    method: 'POST',
    path: '/api/product-user/check-pin-token',
    auth: 'public',
    limit: 'login',
    body: z.object({ token: z.string().max(200) }),
    answer: data(z.object({ email: z.string() })),
    errors: ['invalid_token'],
    summary: "The account whose PIN a mailed link can set. Doesn't redeem the link.",
  }),
}

/** The token from a mailed link. Other fields, such as an address, are ignored. */
const linkToken = z.object({ token: z.string().max(200) })

export const emailChangeEndpoints = {
  reauthenticate: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/reauthenticate',
    limit: 'login',
    body: z.object({ pin: typedDigits(20) }),
    answer: data(z.object({ reauthenticated: z.literal(true) })),
    errors: ['unauthorized', 'wrong_pin', 'check_mailbox', 'address_bounces'],
    summary: 'Step-up authentication with the PIN. Counts as a sign-in attempt.',
  }),
  generateChangeEmailToken: endpoint({
    method: 'POST',
    path: '/api/product-user/generate-change-email-token',
    fresh: true,
    body: z.object({ newEmail: z.string().max(254) }),
    answer: data(z.object({ sent: z.literal(true) })),
    errors: ['unauthorized', 'reauthenticate', 'invalid_email', 'same_email', 'address_bounces'],
    summary: 'Mails a link to the new address. The response is the same if another account has that address.',
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/api/product-user/confirm-email-change',
    auth: 'public',
    limit: 'login',
    body: linkToken,
    answer: data(z.object({ email: z.string() })),
    errors: ['invalid_token', 'email_taken'],
    summary:
      'Changes the address with the token mailed to the new one, if the requesting session still exists. Ends all other sessions.',
  }),
  undoEmailChange: endpoint({
    method: 'POST',
    path: '/api/product-user/undo-email-change',
    auth: 'public',
    limit: 'login',
    body: linkToken,
    answer: data(z.object({ email: z.string(), pinSetupToken: z.string() })),
    errors: ['invalid_token', 'account_blocked'],
    summary:
      'Restores the old address, and a deleted account, with the token mailed there. Ends every session and removes the PIN; `pinSetupToken` sets a new one. Locks the account if somebody else has proven to own the address.',
  }),
}

/** Database rows by table, without secrets. */
const records = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

export const accountEndpoints = {
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/product-user/delete-account',
    fresh: true,
    answer: data(z.object({ deleted: z.literal(true), restorableUntil: z.iso.datetime() })),
    errors: ['unauthorized', 'reauthenticate', 'organization_needs_owner'],
    summary:
      'Deactivates the account immediately and cancels billing. Signing in within 28 days undoes it; after that, all data is erased.',
  }),
  exportData: endpoint({
    method: 'GET',
    path: '/api/product-user/export',
    fresh: true,
    answer: data(z.object({ exportedAt: z.iso.datetime(), records })),
    errors: ['unauthorized', 'reauthenticate'],
    summary: 'All data about the learner as a file to download, without hashes and tokens.',
  }),
  supportView: endpoint({
    method: 'GET',
    path: '/api/product-user/support-view',
    answer: data(
      z.object({
        view: z
          .object({
            endsAt: z.iso.datetime(),
            /** Both null until staff have entered the code. */
            openedAt: z.iso.datetime().nullable(),
            openedByRole: z.enum(roles).nullable(),
          })
          .nullable(),
      }),
    ),
    errors: ['unauthorized'],
    summary: 'Whether the learner lets support look now, and since when support does.',
  }),
  allowSupportView: endpoint({
    method: 'POST',
    path: '/api/product-user/support-view',
    fresh: true,
    answer: data(z.object({ code: z.string(), endsAt: z.iso.datetime() })),
    errors: ['unauthorized', 'reauthenticate'],
    summary: 'A code that lets one member of staff read for an hour. Voids the one before, and ends what it opened.',
  }),
  endSupportView: endpoint({
    method: 'DELETE',
    path: '/api/product-user/support-view',
    answer: data(z.object({ ended: z.literal(true) })),
    errors: ['unauthorized'],
    summary: 'Ends the view of support, or voids its code.',
  }),
}
