import { z } from 'zod'
import { data, providerEndpoint } from './endpoint.ts'

export const reminders = z.object({
  byMail: z.boolean(),
  /** Push service addresses, one for each browser that shows reminders. */
  pushEndpoints: z.array(z.string()),
  /** In the learner's time zone. */
  hour: z.number().int().min(0).max(23),
  /** IANA name of the zone where the app was last open. */
  timeZone: z.string(),
  /** False before the second finished lesson: reminders aren't offered or sent. */
  isOpen: z.boolean(),
  /** The learner hasn't answered the one-time offer. */
  isOfferOpen: z.boolean(),
  /** Reminders stopped after too many without learning; learning starts them again. */
  isQuiet: z.boolean(),
  /** VAPID public key (RFC 8292): an uncompressed P-256 point, base64url. */
  pushKey: z.string(),
})

const base64url = (length: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`))
const endpointAddress = z.url({ protocol: /^https?$/ }).max(1_000)

/** A browser's push subscription. */
export const pushSubscription = z.object({
  endpoint: endpointAddress,
  /** RFC 8291: the browser's public key (65 bytes) and the secret of this subscription (16 bytes). */
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
})

const answer = data(reminders)

/** Daily reminders (docs/product.md R83-R86). These calls need no subscription. */
export const reminderEndpoints = {
  reminders: providerEndpoint({
    method: 'GET',
    path: '/api/product-user/reminders',
    answer,
    errors: ['unauthorized'],
    summary: "The learner's reminder settings. Off by default.",
  }),
  updateReminders: providerEndpoint({
    method: 'PUT',
    path: '/api/product-user/reminders',
    body: z.object({ byMail: z.boolean(), hour: z.number().int().min(0).max(23) }),
    answer,
    errors: ['unauthorized', 'reminders_too_early'],
    summary:
      'Sets mail reminders and their hour, in the time zone of the header X-Time-Zone. Either choice answers the offer.',
  }),
  savePushSubscription: providerEndpoint({
    method: 'PUT',
    path: '/api/product-user/push-subscription',
    body: pushSubscription,
    answer,
    errors: ['unauthorized', 'reminders_too_early', 'push_service_unknown'],
    summary: "Adds this browser's push subscription. Idempotent; an address belongs to the learner who saved it last.",
  }),
  removePushSubscription: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/push-subscription/remove',
    body: z.object({ endpoint: z.string().max(1_000) }),
    answer,
    errors: ['unauthorized'],
    summary: "Removes this browser's push subscription. Idempotent.",
  }),
}

export type Reminders = z.infer<typeof reminders>
export type PushSubscriptionInput = z.infer<typeof pushSubscription>
