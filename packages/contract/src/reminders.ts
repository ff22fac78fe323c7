import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'

export const reminders = z.object({
  byMail: z.boolean(),
  /** Addresses at push services, one for each browser that shows reminders; none means that none does. */
  pushEndpoints: z.array(z.string()),
  /** The hour of the learner's own day. */
  hour: z.number().int().min(0).max(23),
  /** An IANA name: where the learner was when the app was last open. */
  timeZone: z.string(),
  /** False before the second finished lesson: nothing is offered and nothing is sent. */
  isOpen: z.boolean(),
  /** The one question whether reminders are wanted has not been answered yet. */
  isOfferOpen: z.boolean(),
  /** So many reminders went unanswered that they have stopped; the next day of learning starts them again. */
  isQuiet: z.boolean(),
  /** What a browser asks its push service with (RFC 8292): an uncompressed P-256 point, base64url. */
  pushKey: z.string(),
})

const base64url = (length: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`))
const endpointAddress = z.url({ protocol: /^https?$/ }).max(1_000)

/** What a browser gives of its push subscription. */
export const pushSubscription = z.object({
  endpoint: endpointAddress,
  /** RFC 8291: the browser's public key (65 bytes) and its secret for this subscription (16 bytes). */
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
})

const answer = data(reminders)

/** Being reminded of the day's lesson: only who wants it, and not before the second finished lesson. None of it needs a subscription. */
export const reminderEndpoints = {
  reminders: endpoint({
    method: 'GET',
    path: '/api/product-user/reminders',
    answer,
    errors: ['unauthorized'],
    summary: 'Whether, when and how the learner wants to be reminded. Off until they say otherwise.',
  }),
  updateReminders: endpoint({
    method: 'PUT',
    path: '/api/product-user/reminders',
    body: z.object({ byMail: z.boolean(), hour: z.number().int().min(0).max(23) }),
    answer,
    errors: ['unauthorized', 'reminders_too_early'],
    summary:
      'Sets mail reminders and the hour, in the zone of the header X-Time-Zone. Answers the offer, whatever it says.',
  }),
  savePushSubscription: endpoint({
    method: 'PUT',
    path: '/api/product-user/push-subscription',
    body: pushSubscription,
    answer,
    errors: ['unauthorized', 'reminders_too_early', 'push_service_unknown'],
    summary: 'Reminds in this browser as well. May be repeated; an address belongs to whoever saved it last.',
  }),
  removePushSubscription: endpoint({
    method: 'POST',
    path: '/api/product-user/push-subscription/remove',
    body: z.object({ endpoint: z.string().max(1_000) }),
    answer,
    errors: ['unauthorized'],
    summary: 'Reminds in this browser no more. May be repeated.',
  }),
}

export type Reminders = z.infer<typeof reminders>
export type PushSubscriptionInput = z.infer<typeof pushSubscription>
