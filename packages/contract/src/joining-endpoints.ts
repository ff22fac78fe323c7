import { z } from 'zod'
import { data, endpoint, listBody, providerEndpoint } from './endpoint.ts'
import { firstName } from './entities.ts'
import * as team from './organization-entities.ts'
import * as textLimits from './typed/text-limits.ts'

/** Invitations of an organization, and what their receivers do. For the rules see `organizationEndpoints`. */
const organizationId = z.object({ organizationId: z.uuid() })
const base = '/api/organizations/{organizationId}'
const usual = ['unauthorized', 'not_found', 'forbidden'] as const
const done = data(z.object({ done: z.literal(true) }))
const page = z
  .string()
  .regex(/^[1-9]\d{0,4}$/)
  .default('1')
  .transform(Number)

const list = z.object({
  /** Pasted or read from a file: addresses, receivers as mail programs write them, or columns with titles. */
  text: z.string().max(textLimits.invitationList),
  /** For lines without a group of their own. */
  groupId: z.uuid().nullable(),
})

const invitationId = organizationId.extend({ invitationId: z.uuid() })

export const invitationEndpoints = {
  previewInvitations: providerEndpoint({
    method: 'POST',
    path: `${base}/invitations/preview`,
    bodyLimit: listBody,
    params: organizationId,
    body: list,
    answer: data(team.invitationList),
    errors: usual,
    summary: 'Reads a list without inviting anybody. Says nothing about whether an address has an account.',
  }),
  sendInvitations: providerEndpoint({
    method: 'POST',
    path: `${base}/invitations`,
    fresh: true,
    bodyLimit: listBody,
    params: organizationId,
    body: list,
    answer: data(team.invitationList),
    errors: [...usual, 'too_many_invitations'],
    summary:
      'Invites by mail the lines without a problem; the others come back. The same list again invites nobody twice.',
  }),
  listInvitations: providerEndpoint({
    method: 'GET',
    path: `${base}/invitations`,
    params: organizationId,
    query: z.object({ page, state: z.enum(team.invitationStates).optional() }),
    answer: data(z.object({ rows: z.array(team.invitation), total: z.int() })),
    errors: usual,
    summary: 'Invitations by mail, newest first. None holds a seat.',
  }),
  resendInvitation: providerEndpoint({
    method: 'POST',
    path: `${base}/invitations/{invitationId}/resend`,
    params: invitationId,
    answer: done,
    errors: [...usual, 'too_many_invitations'],
    summary:
      'Sends a pending or expired invitation again, for 30 more days. The earlier link ends. At most once an hour.',
  }),
  revokeInvitation: providerEndpoint({
    method: 'DELETE',
    path: `${base}/invitations/{invitationId}`,
    params: invitationId,
    answer: done,
    errors: usual,
    summary: 'Makes an invitation void.',
  }),
  listJoinLinks: providerEndpoint({
    method: 'GET',
    path: `${base}/join-links`,
    params: organizationId,
    answer: data(z.array(team.joinLink)),
    errors: usual,
    summary: 'Links to share, newest first, without their secrets.',
  }),
  createJoinLink: providerEndpoint({
    method: 'POST',
    path: `${base}/join-links`,
    fresh: true,
    params: organizationId,
    body: z.object({
      groupId: z.uuid().nullable(),
      maxUses: z.int().min(1).max(10_000),
      days: z.int().min(1).max(365),
    }),
    /** The only time that the address can be read. */
    answer: data(team.joinLink.extend({ url: z.string() })),
    errors: usual,
    summary: 'Creates a link with which so many people can join.',
  }),
  revokeJoinLink: providerEndpoint({
    method: 'DELETE',
    path: `${base}/join-links/{linkId}`,
    params: organizationId.extend({ linkId: z.uuid() }),
    answer: done,
    errors: usual,
    summary: 'Makes a link void.',
  }),
}

const token = z.string().min(1).max(100)

/** Outside an organization's path: the person isn't in it yet. */
export const joiningEndpoints = {
  showJoinOffer: endpoint({
    method: 'POST',
    path: '/api/joining/offer',
    auth: 'public',
    limit: 'login',
    /** From /join#token. */
    body: z.object({ token }),
    answer: data(team.joinOffer),
    errors: ['invalid_token'],
    summary: 'What a person reads before joining with a link or an invitation.',
  }),
  listJoinOffers: providerEndpoint({
    method: 'GET',
    path: '/api/joining/offers',
    answer: data(z.array(team.joinOffer)),
    errors: ['unauthorized'],
    summary:
      'What the signed-in person may join without a token: `agreed` when registering (`joinOrganization` takes it), or by the `domain` of the address, which a mail must prove first (`mailJoinLink`).',
  }),
  mailJoinLink: endpoint({
    method: 'POST',
    path: '/api/joining/mail',
    limit: 'login',
    body: z.object({ organizationId: z.uuid() }),
    answer: data(z.object({ sent: z.literal(true) })),
    errors: ['unauthorized', 'not_found'],
    summary: 'For an offer by domain: mails an invitation to the address of the signed-in person.',
  }),
  registerToJoin: endpoint({
    method: 'POST',
    path: '/api/joining/register',
    auth: 'public',
    limit: 'register',
    body: z.object({
      token,
      email: z.string().max(254),
      firstName: firstName.optional(),
      termsAccepted: z.boolean(),
      marketingConsent: z.boolean(),
    }),
    answer: data(z.object({ sent: z.literal(true) })),
    errors: ['invalid_token', 'invalid_email', 'terms_required', 'address_bounces'],
    summary:
      'Registers a newcomer without a payment. The mailed link leads to the page where a PIN is set; after signing in, the offer is in `listJoinOffers` as `agreed`, and `joinOrganization` takes it. The owner of an existing account gets a hint to sign in instead; the response is the same.',
  }),
  joinOrganization: endpoint({
    method: 'POST',
    path: '/api/joining/join',
    limit: 'login',
    /** Either the token of the link or invitation, or the organization of an `agreed` offer from `listJoinOffers`. */
    body: z.union([z.object({ token }), z.object({ organizationId: z.uuid() })]),
    answer: data(team.joined),
    errors: [
      'unauthorized',
      'invalid_token',
      'not_found',
      'organization_access_ended',
      'organization_sign_in_required',
    ],
    summary:
      "Joins, and takes a seat or the next place in the queue. Stops the renewal of the person's own plan if a seat is taken. Joining again changes nothing. Refused for somebody whom an owner or the directory has removed and not invited or added again.",
  }),
}
