import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'

const marketingConsent = data(
  z.object({
    marketingConsent: z.boolean(),
    /** The consent text in the requested language. Show it unchanged, because its hash is stored with the decision. */
    text: z.string(),
  }),
)

/** All accepted codes; `language.ts` in packages/rules defines their meaning. */
const languageCode = z.enum(['uk', 'ua', 'en', 'ko', 'us', 'es', 'fr', 'tr', 'ja', 'pt'])

/** Feedback, language and mail settings. These calls need no subscription. */
export const preferenceEndpoints = {
  sendFeedback: endpoint({
    method: 'POST',
    path: '/api/product-user/send-feedback',
    body: z.object({
      /** 1 to 5; null or 0 for none. */
      rating: z.number().nullable(),
      message: z.string().max(150).nullable(),
    }),
    answer: data(z.object({ sent: z.literal(true) })),
    errors: ['unauthorized', 'feedback_empty', 'rating_missing'],
    summary: "Saves a rating, a text, or both. A text of only blanks doesn't count.",
  }),
  updateLanguage: endpoint({
    method: 'PUT',
    path: '/api/product-user/update-language',
    body: z.object({ language: languageCode }),
    answer: data(z.object({ language: z.string() })),
    errors: ['unauthorized'],
    summary: 'Changes the language of the profile. `us` and `uk` mean English, and `en` is stored for them.',
  }),
  marketingConsent: endpoint({
    method: 'GET',
    path: '/api/product-user/marketing-consent',
    answer: marketingConsent,
    errors: ['unauthorized'],
    summary: 'Whether the learner wants marketing mail.',
  }),
  updateMarketingConsent: endpoint({
    method: 'PUT',
    path: '/api/product-user/marketing-consent',
    body: z.object({ marketingConsent: z.boolean() }),
    answer: marketingConsent,
    errors: ['unauthorized'],
    summary: 'Gives or withdraws consent to marketing mail. Records only changes.',
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/unsubscribe',
    auth: 'public',
    body: z.object({
      token: z.string().max(200),
      /** Unsubscribes from every kind of mail that can be stopped, not only the link's own. */
      everything: z.literal(true).optional(),
    }),
    answer: data(z.object({ unsubscribed: z.literal(true) })),
    errors: ['invalid_token'],
    summary:
      'Unsubscribes the recipient of this link from marketing mail or reminders. Idempotent. Mail programs use POST /u/{token}.',
  }),
}
