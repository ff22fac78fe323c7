import { z } from 'zod'
import { data, endpoint, providerEndpoint } from './endpoint.ts'
import { dailyGoals, linesOfWork, supportTopics } from './choices.ts'
import { firstName } from './entities.ts'
import { typedLine, typedText } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

const marketingConsent = data(
  z.object({
    marketingConsent: z.boolean(),
    /** The consent text in the requested language. Show it unchanged, because its hash is stored with the decision. */
    text: z.string(),
  }),
)

/** All accepted codes; `language.ts` in packages/rules defines their meaning. */
const languageCode = z.enum(['uk', 'ua', 'en', 'ko', 'us', 'es', 'fr', 'tr', 'ja', 'pt'])

/** Null for none. */
const lineOfWork = z.object({ lineOfWork: z.enum(linesOfWork).nullable() })

/** Null for none. */
const chosenName = z.object({ firstName: firstName.nullable() })

const dailyGoal = z.object({ dailyGoalMinutes: z.literal(dailyGoals) })

/** Feedback, language, name, daily goal, line of work and mail settings. These calls need no subscription. */
export const preferenceEndpoints = {
  sendFeedback: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/send-feedback',
    body: z.object({
      /** 1 to 5; null or 0 for none. */
      rating: z.number().nullable(),
      message: typedText(textLimits.feedback).nullable(),
    }),
    answer: data(z.object({ sent: z.literal(true) })),
    errors: ['unauthorized', 'feedback_empty', 'rating_missing'],
    summary: "Saves a rating, a text, or both. A text of only blanks doesn't count.",
  }),
  sendSupportRequest: providerEndpoint({
    method: 'POST',
    path: '/api/support-requests',
    auth: 'optional',
    limit: 'support',
    body: z.object({
      /** Chosen by the client; a repeat with the same one is stored once. */
      requestId: z.uuid(),
      topic: z.enum(supportTopics),
      name: typedText(textLimits.supportName).trim(),
      email: z.string().max(254),
      concern: typedLine(textLimits.supportConcern),
      details: typedLine(textLimits.supportDetails),
    }),
    answer: data(z.object({ sent: z.literal(true) })),
    errors: ['invalid_email'],
    summary: 'Sends the support form. Refund requests and requests about personal data have a deadline.',
  }),
  updateLanguage: providerEndpoint({
    method: 'PUT',
    path: '/api/product-user/update-language',
    body: z.object({ language: languageCode }),
    answer: data(z.object({ language: z.string() })),
    errors: ['unauthorized'],
    summary: 'Changes the language of the profile. `us` and `uk` mean English, and `en` is stored for them.',
  }),
  updateLineOfWork: providerEndpoint({
    method: 'PUT',
    path: '/api/product-user/line-of-work',
    body: lineOfWork,
    answer: data(lineOfWork),
    errors: ['unauthorized'],
    summary: 'Chooses the line of work for which lessons are picked, or none.',
  }),
  updateFirstName: endpoint({
    method: 'PUT',
    path: '/api/product-user/first-name',
    body: chosenName,
    answer: data(chosenName),
    errors: ['unauthorized'],
    summary: 'Changes or removes the name with which the app greets.',
  }),
  updateDailyGoal: providerEndpoint({
    method: 'PUT',
    path: '/api/product-user/daily-goal',
    body: dailyGoal,
    answer: data(dailyGoal),
    errors: ['unauthorized'],
    summary: 'Chooses the minutes a day that the learner wants to learn.',
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
      'Unsubscribes the recipient of this link from marketing mail, reminders or invitations. Idempotent. Mail programs use POST /u/{token}.',
  }),
}
