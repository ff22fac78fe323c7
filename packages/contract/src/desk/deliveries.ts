import { z } from 'zod'
import { deskEndpoint, done, reason } from './desk-endpoint.ts'
import { searchText, tablePage, tableQuery } from './table.ts'

/** `failed`: waits for its next attempt. `given_up`: no attempts left. */
export const jobStates = ['waiting', 'running', 'failed', 'given_up'] as const
/** `not_needed`: pointless when it was due. `refused`: by the mail server. `suppressed`: mails to the address come back. */
export const mailStates = ['queued', 'sent', 'bounced', 'complained', 'refused', 'suppressed', 'not_needed'] as const

const jobParams = z.object({ jobId: z.string().regex(/^\d{1,18}$/) })
const mailParams = z.object({ mailId: z.uuid() })
const eventParams = z.object({ eventId: z.string().min(1).max(255) })

const jobRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(jobStates),
  attempts: z.int(),
  mostAttempts: z.int(),
  /** When it may run next. */
  runAt: z.number(),
  createdAt: z.number(),
  lastError: z.string().nullable(),
})

const mailRow = z.object({
  id: z.uuid(),
  to: z.string(),
  template: z.string(),
  language: z.string(),
  state: z.enum(mailStates),
  /** What the receiving server reported, such as 5.1.1. */
  status: z.string().nullable(),
  createdAt: z.number(),
  sentAt: z.number().nullable(),
  /** Whether mails to the address are stopped now, and why. */
  suppressed: z.enum(['bounce', 'complaint']).nullable(),
})

const eventRow = z.object({
  id: z.string(),
  type: z.string(),
  subscriptionId: z.string().nullable(),
  sessionId: z.string().nullable(),
  receivedAt: z.number(),
})

export const deliveriesEndpoints = {
  listJobs: deskEndpoint({
    method: 'GET',
    path: '/api/desk/jobs',
    permission: 'deliveries',
    audited: false,
    query: tableQuery(['createdAt', 'runAt', 'attempts']).extend({
      state: z.enum(jobStates).optional(),
      name: searchText,
    }),
    answer: tablePage(jobRow),
    summary: 'Jobs that aren’t finished. Names and failures only, no contents.',
  }),
  retryJob: deskEndpoint({
    method: 'POST',
    path: '/api/desk/jobs/{jobId}/retry',
    permission: 'deliveries',
    params: jobParams,
    body: z.object({ reason }),
    answer: done,
    errors: ['not_found'],
    object: { kind: 'job', param: 'jobId' },
    summary: 'Runs a job now, with all its attempts again. Not found while it is running.',
  }),
  dropJob: deskEndpoint({
    method: 'POST',
    path: '/api/desk/jobs/{jobId}/drop',
    permission: 'deliveries',
    params: jobParams,
    body: z.object({ reason }),
    answer: done,
    errors: ['not_found'],
    object: { kind: 'job', param: 'jobId' },
    summary: 'Deletes a job without running it. Not found while it is running.',
  }),
  listMails: deskEndpoint({
    method: 'GET',
    path: '/api/desk/mails',
    permission: 'deliveries',
    query: tableQuery(['createdAt']).extend({
      state: z.enum(mailStates).optional(),
      template: searchText,
      to: searchText,
    }),
    answer: tablePage(mailRow),
    object: { kind: 'list' },
    summary: 'Mails of the last 30 days, newest first, without their contents.',
  }),
  resendMail: deskEndpoint({
    method: 'POST',
    path: '/api/desk/mails/{mailId}/resend',
    permission: 'deliveries',
    params: mailParams,
    body: z.object({ attempt: z.uuid(), reason }),
    answer: done,
    errors: ['not_found', 'address_bounces'],
    object: { kind: 'mail', param: 'mailId' },
    tells: ['userId'],
    summary: 'Queues the same mail again, once for each attempt. Links are made anew.',
  }),
  enableAddress: deskEndpoint({
    method: 'POST',
    path: '/api/desk/mails/{mailId}/enable-address',
    permission: 'deliveries',
    params: mailParams,
    body: z.object({ reason }),
    answer: done,
    errors: ['not_found'],
    object: { kind: 'mail', param: 'mailId' },
    tells: ['userId'],
    summary: 'Lets mails go to the address of this mail again.',
  }),
  listProviderEvents: deskEndpoint({
    method: 'GET',
    path: '/api/desk/provider-events',
    permission: 'deliveries',
    audited: false,
    query: tableQuery(['receivedAt']).extend({ type: searchText, subscriptionId: searchText }),
    answer: tablePage(eventRow),
    summary: 'Events of the payment provider that had their effect. One that failed is sent again by the provider.',
  }),
  replayProviderEvent: deskEndpoint({
    method: 'POST',
    path: '/api/desk/provider-events/{eventId}/replay',
    permission: 'deliveries',
    params: eventParams,
    body: z.object({ reason }),
    answer: done,
    errors: ['not_found'],
    object: { kind: 'provider_event', param: 'eventId' },
    summary: 'Reads the subscription or checkout of an event from the provider again and stores what it is now.',
  }),
}
