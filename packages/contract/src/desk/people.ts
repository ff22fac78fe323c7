import { z } from 'zod'
import { organizationRoles } from '../choices.ts'
import { data } from '../endpoint.ts'
import { seatStates } from '../organization-entities.ts'
import { deskEndpoint, done, reason } from './desk-endpoint.ts'
import * as textLimits from '../typed/text-limits.ts'
import { typedText } from '../typed/typed-text.ts'

const params = z.object({ userId: z.uuid() })
/** Minor units, for each interval. */
const price = { amount: z.int(), interval: z.string(), intervalCount: z.int() }
/** Unix milliseconds. */
const time = z.number()
const timeOrNone = time.nullable()

const foundPerson = z.object({ id: z.uuid(), email: z.string(), createdAt: time, deletedAt: timeOrNone })

const subscription = z.object({
  id: z.string(),
  /** Null for access that staff have granted, and for demo accounts. */
  provider: z.string().nullable(),
  providerCustomerId: z.string().nullable(),
  status: z.string(),
  currency: z.string(),
  ...price,
  currentPeriodEnd: time,
  pastDueSince: timeOrNone,
  cancelAtPeriodEnd: z.boolean(),
  /** A product's ID; null for a price that is no plan's. */
  plan: z.string().nullable(),
  /** From the end of the period on; null if the plan stays. */
  nextPlan: z.object({ plan: z.string().nullable(), ...price }).nullable(),
  paymentMethod: z.string().nullable(),
  /** The organization whose seat gives this access; null for everything else. */
  organization: z.string().nullable(),
})

const membership = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(organizationRoles),
  seat: z.enum(seatStates),
  joinedAt: time,
  /** Null without a seat. */
  seatSince: timeOrNone,
  /** End of the access that the seat gives; null without one. */
  accessUntil: timeOrNone,
})

const person = z.object({
  ...foundPerson.shape,
  language: z.string(),
  hasPin: z.boolean(),
  hasAccess: z.boolean(),
  blockedAt: timeOrNone,
  subscriptions: z.array(subscription),
  organizations: z.array(membership),
  withdrawals: z.array(z.object({ subscriptionId: z.string(), declaredAt: time, endedAt: timeOrNone })),
  courses: z.array(z.object({ id: z.string(), title: z.string(), started: z.int(), finished: z.int() })),
  learnedDays: z.int(),
  /** YYYY-MM-DD in the learner's time zone. */
  lastDay: z.string().nullable(),
  mails: z.array(
    z.object({ id: z.uuid(), template: z.string(), createdAt: time, sentAt: timeOrNone, refusedAt: timeOrNone }),
  ),
  signIns: z.array(
    z.object({ createdAt: time, lastUsedAt: time, endedAt: timeOrNone, endReason: z.string().nullable() }),
  ),
  knownDevices: z.int(),
  consents: z.array(z.object({ purpose: z.string(), isGiven: z.boolean(), decidedAt: time })),
  certificates: z.array(z.object({ id: z.string(), courseName: z.string(), name: z.string(), issuedAt: time })),
})

/** What acts on one person: its address, and why. */
export const actionOnPerson = <const Path extends string>(path: Path) => ({
  method: 'POST' as const,
  path: `/api/desk/people/{userId}/${path}` as const,
  permission: 'people.act' as const,
  params,
  body: z.object({ reason }),
  answer: done,
  object: { kind: 'person' as const, param: 'userId' },
  errors: ['not_found'] as const,
})

export const peopleEndpoints = {
  findPeople: deskEndpoint({
    method: 'GET',
    path: '/api/desk/people',
    permission: 'people.read',
    query: z.object({ search: z.string().trim().min(3).max(254) }),
    answer: data(z.array(foundPerson)),
    object: { kind: 'list' },
    summary:
      'Finds people by the whole email address, our ID, or the ID of a customer or subscription at the provider.',
  }),
  viewPerson: deskEndpoint({
    method: 'GET',
    path: '/api/desk/people/{userId}',
    permission: 'people.read',
    params,
    answer: data(person),
    errors: ['not_found'],
    object: { kind: 'person', param: 'userId' },
    summary: 'A person, without anything they have written.',
  }),
  sendPinLink: deskEndpoint({
    ...actionOnPerson('pin-link'),
    summary: 'Emails the link that sets a new PIN, within the usual caps.',
  }),
  resendPersonsMail: deskEndpoint({
    ...actionOnPerson('mails/{mailId}'),
    params: z.object({ userId: z.uuid(), mailId: z.uuid() }),
    body: z.object({ attempt: z.uuid(), reason }),
    errors: ['not_found', 'address_bounces'],
    object: { kind: 'mail', param: 'mailId' },
    summary: 'Queues an email once more, to the current address, once for each attempt.',
  }),
  endPersonsSessions: deskEndpoint({
    ...actionOnPerson('end-sessions'),
    summary: 'Ends all sessions and forgets known devices.',
  }),
  grantAccess: deskEndpoint({
    ...actionOnPerson('access'),
    stepUp: true,
    body: z.object({
      /** The last day, YYYY-MM-DD in UTC. */
      until: z.iso.date(),
      /** Allows an earlier end than a gift or an earlier grant has. */
      shorten: z.boolean().optional(),
      reason,
    }),
    errors: ['not_found', 'invalid_request', 'access_would_shorten', 'access_over_limit'],
    asks: { endsAt: 'until' },
    tells: ['was', 'endsAt'],
    summary:
      'Gives access until the end of a day, or changes that day. At most 400 days ahead, and within the limits of the role. An earlier end than before needs `shorten`; a past day ends the access.',
  }),
  cancelPersonsPlan: deskEndpoint({
    ...actionOnPerson('subscriptions/{subscriptionId}/cancel'),
    params: z.object({ userId: z.uuid(), subscriptionId: z.string().max(80) }),
    body: z.object({ when: z.enum(['now', 'period_end']), reason }),
    errors: ['subscription_not_found'],
    object: { kind: 'subscription', param: 'subscriptionId' },
    asks: { becomes: 'when' },
    tells: ['was', 'becomes', 'endsAt'],
    summary: 'Ends a plan at the provider, now or with its period.',
  }),
  resumePersonsPlan: deskEndpoint({
    ...actionOnPerson('subscriptions/{subscriptionId}/resume'),
    params: z.object({ userId: z.uuid(), subscriptionId: z.string().max(80) }),
    errors: ['subscription_not_found', 'subscription_ended'],
    object: { kind: 'subscription', param: 'subscriptionId' },
    tells: ['was', 'becomes'],
    summary: 'Undoes the end of a plan with its period.',
  }),
  correctCertificateName: deskEndpoint({
    ...actionOnPerson('certificate-name'),
    body: z.object({ name: typedText(10 * textLimits.certificateName), reason }),
    errors: ['not_found', 'certificate_name_missing', 'certificate_name_too_long', 'certificate_name_unprintable'],
    summary: 'Corrects the name on all certificates of a person.',
  }),
  erasePerson: deskEndpoint({
    ...actionOnPerson('erase'),
    permission: 'people.erase',
    stepUp: true,
    body: z.object({
      /** The person's address, typed again. */
      email: z.string().trim().toLowerCase(),
      reason,
    }),
    errors: ['not_found', 'wrong_email', 'organization_needs_owner'],
    summary: 'Erases an account at once, with its subscriptions at the provider. Nothing brings it back.',
  }),
}
