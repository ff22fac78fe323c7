import { z } from 'zod'
import { data, endpoint, promptBody, providerEndpoint } from './endpoint.ts'
import * as entity from './entities.ts'
import * as onboarding from './onboarding-entities.ts'
import { typedText } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

/** The browser creates and keeps the random ID of an onboarding. */
const onboardingId = z.object({ onboardingId: z.uuid() })
const wholeNumber = z.string().regex(/^[1-9]\d{0,3}$/)

export const onboardingEndpoints = {
  getQuiz: endpoint({
    method: 'GET',
    path: '/api/quizzes/{variant}/{version}',
    auth: 'public',
    params: z.object({ variant: wholeNumber, version: wholeNumber }),
    answer: data(onboarding.quiz),
    errors: ['quiz_not_found'],
    summary: 'The steps of a quiz in the requested language.',
  }),
  saveOnboarding: endpoint({
    method: 'PUT',
    path: '/api/onboarding/{onboardingId}',
    auth: 'public',
    params: onboardingId,
    body: z.object({
      variant: z.number().int().min(1).max(9999),
      version: z.number().int().min(1).max(9999),
      /** The step reached, from 1. */
      step: z.number().int().min(1).max(99),
      answers: onboarding.quizAnswers,
    }),
    answer: data(z.object({ step: z.number().int() })),
    errors: ['quiz_not_found'],
    summary: 'Saves the answers so far. Idempotent; the furthest step counts.',
  }),
  makePlan: endpoint({
    method: 'POST',
    path: '/api/onboarding/{onboardingId}/plan',
    auth: 'public',
    params: onboardingId,
    answer: data(onboarding.personalPlan),
    errors: ['onboarding_not_found'],
    summary: 'The personal plan from the saved answers.',
  }),
  evaluateMiniTask: endpoint({
    method: 'POST',
    path: '/api/onboarding/{onboardingId}/evaluate-prompt',
    auth: 'public',
    limit: 'judge',
    params: onboardingId,
    bodyLimit: promptBody,
    body: z.object({ prompt: typedText(textLimits.prompt).min(1), shown: entity.marks.optional() }),
    answer: data(z.object({ evaluation: entity.evaluation })),
    errors: ['onboarding_not_found'],
    summary: 'Scores the free task of the plan.',
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/product-user/register',
    auth: 'public',
    limit: 'register',
    body: z.object({
      onboardingId: z.uuid(),
      email: z.string().max(254),
      termsAccepted: z.boolean(),
      marketingConsent: z.boolean(),
      /** For the greeting and the certificate; stored with the account, once there is one. */
      firstName: entity.firstName.optional(),
    }),
    answer: data(z.object({ email: z.string(), registrationToken: z.string() })),
    errors: ['terms_required', 'onboarding_not_found', 'address_bounces'],
    summary: 'Saves email and consents. The response is the same whether or not the address has an account.',
  }),
  recommendedCourse: providerEndpoint({
    method: 'GET',
    path: '/api/product-user/recommended-course',
    answer: data(z.object({ courseId: entity.id.nullable() })),
    errors: ['unauthorized'],
    summary:
      'The course to which the answers in the quiz lead, next to the general one. Null without answers or a goal.',
  }),
}
